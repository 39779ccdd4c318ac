// Does with one record what goes beyond the operations that all resources have: `lock`, `accept` and the like.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import type { Resource } from '../document/resources.ts';
import { api } from '../paths.ts';
import { isObject, type Values } from './changes.ts';
import { ifMatch, keyed, type Loaded } from './data-provider.ts';

export interface Performed {
  /** The record as it is now, where the server answers with it. */
  loaded: Loaded | undefined;
  /** What the server has to say about it. */
  message: string | undefined;
}

interface Details {
  /** What was filled in. */
  body?: Values | undefined;
  /** That of an `Intent`; without one the request gets a key of its own. */
  key?: string | undefined;
  /** Refused when the record is another version by now. */
  etag?: string | undefined;
}

/** Does it. A refusal is thrown as the problem that the server returned. */
export async function perform(
  resource: Resource,
  id: string,
  verb: string,
  { body, key, etag }: Details = {},
): Promise<Performed> {
  const response = await authorizedFetch(api.verb(resource, id, verb), {
    method: 'POST',
    headers: { ...keyed(key), ...ifMatch(etag), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await problemOf(response);
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
  const answer: unknown = isJson ? await response.json() : undefined;
  if (!isObject(answer)) return { loaded: undefined, message: undefined };
  const own = answer[resource.idField] === undefined ? undefined : String(answer[resource.idField]);
  const { message } = answer;
  return {
    loaded: own === id ? { record: { ...answer, id }, etag: response.headers.get('ETag') ?? undefined } : undefined,
    // A record may have a field of that name, which is no message of the server.
    message: typeof message === 'string' && !('message' in (resource.view.properties ?? {})) ? message : undefined,
  };
}
