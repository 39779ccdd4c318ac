// The typed client of the API: a method for each HTTP verb, with paths and bodies checked against the generated types,
// which are openapi-fetch's. Its own code suffices, since all parameters of the API are plain values. It knows no
// server and no session: the function that sends requests is passed in.
import type { Client } from 'openapi-fetch';
import type { paths } from './schema';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

export type Api = Pick<Client<paths>, Method>;

type Values = Record<string, unknown>;

interface Options extends Omit<RequestInit, 'body' | 'headers' | 'method'> {
  params?: { path?: Values; query?: Values; header?: Values };
  body?: unknown;
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** Missing and undefined values are not sent. */
function given(values: Values = {}): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
}

function urlOf(path: string, params: Options['params']): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.path?.[name])));
  const query = new URLSearchParams(given(params?.query)).toString();
  return `${globalThis.location?.origin ?? ''}${filled}${query && `?${query}`}`;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  if (response.ok) return { data: text ? JSON.parse(text) : undefined, response };
  try {
    return { error: JSON.parse(text), response };
  } catch {
    return { error: text, response };
  }
}

export function createApi(send: (request: Request) => Promise<Response>): Api {
  const methodOf =
    (method: Method) =>
    async (path: string, { params, body, ...rest }: Options = {}): Promise<Answer> => {
      const headers = new Headers(given(params?.header));
      const init: RequestInit = { ...rest, method, headers };
      if (body !== undefined) {
        headers.set('Content-Type', 'application/json');
        init.body = JSON.stringify(body);
      }
      return answerOf(await send(new Request(urlOf(path, params), init)));
    };
  return Object.fromEntries(METHODS.map((method) => [method, methodOf(method)])) as unknown as Api;
}
