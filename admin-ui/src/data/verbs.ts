// What can be done with one record beyond the calls that all resources have: `lock`, `accept` and the like.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../document/resources.ts';
import { api } from '../paths.ts';
import type { Values } from './changes.ts';
import { keyed } from './data-provider.ts';

async function post(resource: Resource, id: string, verb: string, body?: Values, key?: string): Promise<Response> {
  const response = await authorizedFetch(api.verb(resource, id, verb), {
    method: 'POST',
    headers: { ...keyed(key), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** Does it, and gives back the record as it is then. A refusal is thrown as the problem that the server told. */
export async function act(
  resource: Resource,
  id: string,
  verb: string,
  body?: Values,
  key?: string,
): Promise<RaRecord<string>> {
  const record = (await (await post(resource, id, verb, body, key)).json()) as Values;
  return { ...record, id: String(record[resource.idField]) };
}

/** Does what the server answers with nothing. */
export async function actSilently(
  resource: Resource,
  id: string,
  verb: string,
  body?: Values,
  key?: string,
): Promise<void> {
  await post(resource, id, verb, body, key);
}
