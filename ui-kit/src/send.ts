// Requests to paths that the typed client does not know.
import { authorizedFetch, problemOf } from './http';
import { IDEMPOTENCY_KEY } from './intent';

interface Sent {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: object;
  /** The key of an `Intent`. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends a request to a path that the typed client does not know; throws the server's problem document. */
export async function send(path: string, { method = 'GET', body, key, signal }: Sent = {}): Promise<Response> {
  const response = await authorizedFetch(path, {
    method,
    signal: signal ?? null,
    headers: { ...(key && { [IDEMPOTENCY_KEY]: key }), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}
