// The typed client: its requests, and its results.
import { expect, it } from 'vitest';
import { createApi } from '@mizan/openapi/client';

const problem = { title: 'Conflict', status: 409 };

/** A client that receives these responses in turn, and the requests that it sends. */
function clientOf(...answers: Response[]) {
  const sent: Request[] = [];
  const api = createApi(async (request) => {
    sent.push(request);
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
  return { api, sent };
}

it('paths and queries are written so that any value comes through; what is not given is not sent', async () => {
  const { api, sent } = clientOf(Response.json([]), Response.json({ items: [] }));
  await api.GET('/api/projects/{id}/with-units', { params: { path: { id: 'a/b ?' } } });
  await api.GET('/api/projects', { params: { query: { search: 'A & B', page: 2, filter: undefined } } as never });
  expect(sent.map(({ method, url }) => `${method} ${url.replace(location.origin, '')}`)).toEqual([
    'GET /api/projects/a%2Fb%20%3F/with-units',
    'GET /api/projects?search=A+%26+B&page=2',
  ]);
  expect(sent[0]?.headers.has('Content-Type')).toBe(false);
});

it('a body is sent as JSON, with the headers of the request', async () => {
  const { api, sent } = clientOf(Response.json({ _id: '1' }, { status: 201 }));
  const body = { email: 'a@demo.test', password: 'x' };
  const answer = await api.POST('/api/auth/login', { body, params: { header: { 'Idempotency-Key': 'k' } } } as never);
  expect(sent[0]?.headers.get('Content-Type')).toBe('application/json');
  expect(sent[0]?.headers.get('Idempotency-Key')).toBe('k');
  expect(await sent[0]?.json()).toEqual(body);
  expect(answer.data).toEqual({ _id: '1' });
});

it('an answer without content, a problem, and an error that is no JSON', async () => {
  const { api } = clientOf(
    new Response(null, { status: 204 }),
    Response.json(problem, { status: 409 }),
    new Response('Bad Gateway', { status: 502 }),
  );
  const getMe = () => api.GET('/api/auth/me');
  expect(await getMe()).toMatchObject({ data: undefined, response: { status: 204 } });
  expect(await getMe()).toMatchObject({ error: problem, response: { status: 409 } });
  expect(await getMe()).toMatchObject({ error: 'Bad Gateway', response: { status: 502 } });
  await expect(getMe()).rejects.toThrow('Failed to fetch');
});
