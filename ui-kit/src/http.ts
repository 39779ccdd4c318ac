// The only module that sends requests to the server. Requests carry the user's token, if there is one; after a rejected
// token it is renewed and the request repeated once. Errors are the server's problem documents.
import { createApi, type Api } from '@mizan/openapi/client';
import type { components, paths } from '@mizan/openapi/schema';
import { AccessToken } from './access-token';
import { isConfirmed } from './confirmation';
import { IDEMPOTENCY_KEY, newKey } from './intent';
import { m } from '@mizan/ui-kit/messages';

const REFRESH: keyof paths = '/api/auth/refresh';
/** A 401 of these paths is about credentials or the cookie, not about the token. */
const WITHOUT_TOKEN = /^\/api\/auth\/(login|refresh)\b/;

/** In milliseconds. */
const LONGEST_RENEWAL = 30_000;

export type FieldError = components['schemas']['FieldError'];

/** A permission that a request needs and its user lacks, in general or for the record. */
export interface Lacking {
  resource: string;
  action: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

export class ProblemError extends Error {
  declare readonly status: number;
  declare readonly title: string;
  declare readonly detail: string | undefined;
  declare readonly errors: FieldError[];
  declare readonly requestId: string | undefined;
  /** What the user may not do, when that is the reason. */
  declare readonly permission: Lacking | undefined;
  /** The address of the request. */
  declare readonly url: string | undefined;
  /** Seconds of the `Retry-After` header, if present. */
  declare readonly retryAfter: number | undefined;

  constructor(problem: {
    status: number;
    retryAfter?: number | undefined;
    title?: unknown;
    detail?: unknown;
    errors?: unknown;
    requestId?: string;
    permission?: unknown;
    url?: string | undefined;
  }) {
    const title = text(problem.title) ?? m.error_request_failed();
    const detail = text(problem.detail);
    super(detail ?? title);
    const errors = Array.isArray(problem.errors) ? problem.errors : [];
    Object.assign(this, problem, { title, detail, errors });
  }
}

/** Reads the problem document of a response; for any other body returns a general message. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const problem = body !== null && typeof body === 'object' ? body : {};
  return new ProblemError({ ...problem, ...ofResponse(response) });
}

const ofResponse = ({ status, url, headers }: Response) => ({
  status,
  url,
  // Only the form in seconds, which the server uses; not the date of RFC 9110, which begins with a letter.
  retryAfter: Number.parseInt(headers.get('Retry-After') ?? '', 10) || undefined,
});

/** The problem document of any error: the server's, or one that says that it is unreachable. */
export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof TypeError) return new ProblemError({ status: 0, title: m.error_unreachable() });
  return new ProblemError({ status: 0, title: error instanceof Error ? error.message : undefined });
}

/** Statuses that a proxy before the server gives with a page of its own. */
const OF_PROXIES = new Set([413, 429]);

/** Whether a captive portal responded: the API sends no HTML. It is no answer, neither a success nor a rejection. */
function isPortal({ status, headers }: Response): boolean {
  if (status === 511) return true;
  return status < 500 && !OF_PROXIES.has(status) && /^text\/html/i.test(headers.get('Content-Type') ?? '');
}

/** The error of a response that is not the server's: it counts as unreachable. */
export const notAnswered = (): TypeError => new TypeError('A captive portal responded');

/** The data of a response, if it is what was requested: a captive portal may answer anything with a 200. */
export function answerOf<Data>(
  answer: { data?: Data; error?: unknown; response: Response },
  isRequested: (data: Data) => boolean,
): Data {
  const data = dataOf(answer);
  if (data === null || typeof data !== 'object' || !isRequested(data)) throw notAnswered();
  return data;
}

/** `fetch`, to which a captive portal is an unreachable server. */
async function fetchAnswer(input: RequestInfo, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (isPortal(response)) throw notAnswered();
  return response;
}

export const accessToken = new AccessToken(async () => {
  // All tabs wait for it, so it must end.
  const signal = AbortSignal.timeout(LONGEST_RENEWAL);
  const response = await fetchAnswer(REFRESH, { method: 'POST', credentials: 'same-origin', signal });
  if (response.status === 401) return null;
  if (!response.ok) throw await problemOf(response);
  const granted = (await response.json()) as components['schemas']['SignedIn'];
  if (typeof granted?.accessToken !== 'string') throw notAnswered();
  return granted;
});

let noteSent: ((method: string, response: Promise<Response>) => void) | undefined;

/** Calls `note` with the method of each request of this page and the response to it, as soon as it is sent. */
export function onSent(note: (method: string, response: Promise<Response>) => void): void {
  noteSent = note;
}

/** The source of a request's token; `refused` is the rejected one. */
type TokenSource = (refused?: string) => Promise<string | null>;

/** Without a token the request is sent without one, and the server decides. */
let anyToken: TokenSource = async (refused) => {
  try {
    return await (refused === undefined ? accessToken.get() : accessToken.renew(refused));
  } catch {
    return null;
  }
};

/** Takes tokens from elsewhere than the session, in this tab, until it is loaded anew. */
export function takeTokensFrom(source: TokenSource): void {
  anyToken = source;
}

function withToken(request: Request, token: string | null): Request {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}

async function sendWith(tokens: TokenSource, request: Request): Promise<Response> {
  if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY))
    request.headers.set(IDEMPOTENCY_KEY, newKey());
  const repeated = request.clone();
  const response = await sendOnce(tokens, request);
  return (await isConfirmed(response)) ? sendOnce(tokens, repeated) : response;
}

async function sendOnce(tokens: TokenSource, request: Request): Promise<Response> {
  const retried = request.clone();
  const token = await tokens();
  const response = await sendNoted(withToken(request, token));
  if (response.status !== 401 || !token) return response;
  const renewed = await tokens(token);
  return renewed ? sendNoted(withToken(retried, renewed)) : response;
}

function sendNoted(request: Request): Promise<Response> {
  const answer = fetchAnswer(request);
  noteSent?.(request.method, answer);
  return answer;
}

/**
 * `fetch` with the user's token. A POST has an idempotency key, its own or a new one, so that a retry has no second
 * effect.
 */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (WITHOUT_TOKEN.test(new URL(request.url, location.href).pathname)) return fetchAnswer(request);
  return sendWith(anyToken, request);
}

/** The typed client of the API. */
export const api: Api = createApi(authorizedFetch);

/** `fetch` for one account: while another account or none is signed in, nothing is sent and the result is a 401. */
export const fetchAs =
  (person: string) =>
  (request: Request): Promise<Response> =>
    sendWith(async (refused) => {
      const token = await accessToken.getFor(person, refused);
      if (token === null) throw new ProblemError({ status: 401 });
      return token;
    }, request);

/** The typed client for one account. */
export const apiAs = (person: string): Api => createApi(fetchAs(person));

/** The data of a client's result; throws the server's problem document otherwise. */
export function dataOf<Data>(answer: { data?: Data; error?: unknown; response: Response }): Data {
  if (answer.response.ok) return answer.data as Data;
  const problem = answer.error !== null && typeof answer.error === 'object' ? answer.error : {};
  throw new ProblemError({ ...problem, ...ofResponse(answer.response) });
}
