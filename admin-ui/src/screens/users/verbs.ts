// What can be done with an account beyond changing it.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import type { RaRecord } from 'react-admin';
import type { Values } from '../../data/changes.ts';
import { sentenceOf } from '../../data/problems.ts';
import type { Resource } from '../../document/resources.ts';
import { api } from '../../paths.ts';

async function post(resource: Resource, id: string, verb: string, body?: Values): Promise<Response> {
  const response = await authorizedFetch(api.verb(resource, id, verb), {
    method: 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function user(resource: Resource, response: Response): Promise<RaRecord<string>> {
  const record = (await response.json()) as Values;
  return { ...record, id: String(record[resource.idField]) };
}

export const lock = async (resource: Resource, id: string): Promise<RaRecord<string>> =>
  user(resource, await post(resource, id, 'lock'));

export async function setPassword(resource: Resource, id: string, password: string): Promise<void> {
  await post(resource, id, 'set-password', { password });
}

/** Takes no question: it gives back what a lock took. */
export async function unlockUser(resource: Resource, { id }: RaRecord<string>): Promise<RaRecord<string> | undefined> {
  try {
    const unlocked = await user(resource, await post(resource, id, 'unlock'));
    toast.success(m.users_unlock_done());
    return unlocked;
  } catch (error) {
    toast.error(sentenceOf(error, m.users_unlock_failed()));
    return undefined;
  }
}

/** What a person is called: the names, else the address. */
export function nameOfUser(record: Values): string {
  const name = [record['firstName'], record['lastName']].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return name || String(record['email'] ?? '');
}
