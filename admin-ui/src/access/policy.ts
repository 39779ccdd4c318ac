// Requests about the policy in force. Who views as another user asks as themselves.
import { authorizedFetch, fetchAs, problemOf } from '@mizan/ui-kit/http';
import { session } from '@mizan/ui-kit/session';
import { api } from '../paths.ts';
import type { FieldRules } from '../document/reader.ts';
import type { Condition } from '../data/filter-group.ts';

/** A line of a policy; one that is in no file yet has none. */
export interface PolicyLine {
  file: string | null;
  line: number | null;
  text: string;
}

export interface Explanation {
  allowed: boolean;
  roles: string[];
  because: PolicyLine[];
  failing: { condition: Condition; value: unknown }[];
  wouldAllow: PolicyLine[];
}

export interface AccessOf extends FieldRules {
  resource: string;
  actions: string[];
  rows: Record<string, 'all' | 'some'>;
  rules: (PolicyLine & { role: string })[];
}

export interface Access {
  role: string | null;
  user: { _id: string; name: string } | null;
  roles: string[];
  resources: AccessOf[];
}

export interface Counted {
  count: number;
  examples: { _id: string; title: string }[];
}

export interface PolicyDifference {
  widens: boolean;
  roles: {
    role: string;
    operations: { gained: string[]; lost: string[] };
    rows: { resource: string; gained: Counted; lost: Counted }[];
    /** Of other actions, where they differ. */
    rowsOfActions?: { action: string; resource: string; gained: Counted; lost: Counted }[];
    fields: { resource: string; field: string; from: string; to: string; widens: boolean }[];
  }[];
  warnings: { restricts: string; lifts: string; resource: string; text: string }[];
}

async function requested<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const { _id: viewer } = session.current().me?.viewedBy ?? {};
  const send = viewer === undefined ? authorizedFetch : fetchAs(viewer);
  const response = await send(new Request(new URL(path, location.href), init));
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Answer;
}

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
};

/** Why the user may or may not do something; in another's place, why that user may or may not. */
export function explain(
  { operation, record, field }: { operation: string; record?: string | undefined; field?: string | undefined },
  signal: AbortSignal,
): Promise<Explanation> {
  const { me } = session.current();
  const user = me?.viewedBy ? me.user.id : undefined;
  return requested(withQuery(api.policyExplain, { user, operation, record, field }), { signal });
}

export const readAccess = (of: { role?: string; user?: string }, signal: AbortSignal): Promise<Access> =>
  requested(withQuery(api.policyAccess, of), { signal });

/** What another policy would change, if it were in force. */
export const policyDifference = (policy: string): Promise<PolicyDifference> =>
  requested(api.policyDiff, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ policy }),
  });
