// The typed client of the API: one method per HTTP verb, paths and bodies checked against the generated types.
// It holds no URL of a server and no session: how a request is sent is given to it.
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema';

export type Api = Client<paths>;

export function createApi(send: (request: Request) => Promise<Response>): Api {
  return createClient<paths>({ baseUrl: globalThis.location?.origin ?? '', fetch: send });
}
