// Performs a verb on one record: an operation beyond the standard ones, such as `lock` or `accept`.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import type { Resource } from '../document/resources.ts';
import { api } from '../paths.ts';
import { isObject, type Values } from './changes.ts';
import { answered, ifMatch, keyed, selecting, type Loaded, type Which } from './data-provider.ts';

export interface Performed {
  /** The changed record, if the response has it. */
  record: Loaded | undefined;
  /** The server's message, if the response has one. */
  message: string | undefined;
}

interface Details {
  /** The input of the verb. */
  body?: Values | undefined;
  /** The key of an `Intent`; without it the request gets a new one. */
  key?: string | undefined;
  /** Sent as If-Match: the server rejects it when the record has changed. */
  etag?: string | undefined;
}

/** Performs the verb. A rejection is thrown as the server's problem document. */
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
  if (!isObject(answer)) return answered(response, { record: undefined, message: undefined });
  const own = answer[resource.idField] === undefined ? undefined : String(answer[resource.idField]);
  const { message } = answer;
  return answered(response, {
    record: own === id ? { ...answer, id, _etag: response.headers.get('ETag') } : undefined,
    // A record may have a field named `message`, which is not a message of the server.
    message: typeof message === 'string' && !('message' in (resource.view.properties ?? {})) ? message : undefined,
  });
}

/** What a verb did to many records; each has an outcome of its own. */
export interface BulkPerformed {
  done: number;
  /** Those that had nothing to change, or that the verb is not offered for. */
  unchanged: number;
  refused: { _id: string; title?: string; detail: string }[];
}

/** Performs the verb on many records in one request. `dryRun` answers the same and changes nothing. */
export async function performMany(
  resource: Resource,
  verb: string,
  which: Which,
  { body, key, dryRun = false }: Pick<Details, 'body' | 'key'> & { dryRun?: boolean },
): Promise<BulkPerformed> {
  const path = api.bulkVerb(resource, verb);
  const response = await authorizedFetch(dryRun ? `${path}?dryRun=true` : path, {
    method: 'POST',
    headers: { ...keyed(dryRun ? undefined : key), 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...selecting(resource, which), ...(body && { arguments: body }) }),
  });
  if (!response.ok) throw await problemOf(response);
  return answered(response, (await response.json()) as BulkPerformed);
}
