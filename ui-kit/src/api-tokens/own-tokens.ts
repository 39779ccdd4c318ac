// The user's API tokens on the server, and the permissions that such a token may have.
import type { components } from '@mizan/openapi/schema';
import { api, dataOf } from '../http';
import type { Permissions } from '../session';

type Schemas = components['schemas'];
export type OwnToken = Schemas['Token'];
export type NewToken = Schemas['NewToken'];
export type TokenInput = Schemas['TokenInput'];

export const idOf = ({ _id: id }: OwnToken): string => id;

export async function listTokens(): Promise<OwnToken[]> {
  return dataOf(await api.GET('/api/auth/tokens'));
}

export async function makeToken(body: TokenInput): Promise<NewToken> {
  return dataOf(await api.POST('/api/auth/tokens', { body }));
}

export async function revokeToken(id: string): Promise<void> {
  dataOf(await api.DELETE('/api/auth/tokens/{id}', { params: { path: { id } } }));
}

/**
 * The user's permissions that a token may get. A token cannot create tokens, and entering areas is for people: no
 * operation of the API needs that.
 */
export function grantable(own: Permissions): Permissions {
  return own
    .map(({ resource, actions }) => ({ resource, actions: actions.filter((action) => action !== 'enter') }))
    .filter(({ resource, actions }) => resource !== 'tokens' && actions.length > 0);
}

const keyOf = (resource: string, action: string): string => `${resource}:${action}`;

/** The chosen permissions. */
export type Chosen = ReadonlySet<string>;

export const isChosen = (chosen: Chosen, resource: string, action: string): boolean =>
  chosen.has(keyOf(resource, action));

export function choose(chosen: Chosen, on: boolean, resource: string, actions: readonly string[]): Chosen {
  const next = new Set(chosen);
  for (const action of actions) {
    if (on) next.add(keyOf(resource, action));
    else next.delete(keyOf(resource, action));
  }
  return next;
}

export function chosenOf(offered: Permissions, accepts: (resource: string, action: string) => boolean): Permissions {
  return offered
    .map(({ resource, actions }) => ({ resource, actions: actions.filter((action) => accepts(resource, action)) }))
    .filter(({ actions }) => actions.length > 0);
}

/** The name of a permission as words: `set-password` is "set password". */
export const spacedName = (name: string): string => name.replaceAll('-', ' ');

/** The same, capitalized: `saved-filters` is "Saved filters". */
export function titleOf(name: string): string {
  const spaced = spacedName(name);
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}
