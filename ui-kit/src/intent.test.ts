// An idempotency key for one intent: kept while the same is sent again, and new for anything else.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { authorizedFetch } from '@mizan/ui-kit/http';
import { Intent, newKey } from '@mizan/ui-kit/intent';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const keyOf = (key: string) => Promise.resolve(key);

/** Sends it, and returns the key, whatever the result. */
async function sent(intent: Intent, what: unknown, answer: () => Promise<unknown>): Promise<string> {
  let used = '';
  await intent
    .send(what, (key) => {
      used = key;
      return answer();
    })
    .catch(() => undefined);
  return used;
}

it('an unchanged retry has the same idempotency key until it succeeds', async () => {
  const intent = new Intent();
  const first = await sent(intent, { name: 'A' }, lost);
  expect(await sent(intent, { name: 'A' }, lost)).toBe(first);
  expect(await intent.send({ name: 'A' }, keyOf)).toBe(first);
  expect(await intent.send({ name: 'A' }, keyOf)).not.toBe(first);
});

it('what was changed is another thing', async () => {
  const intent = new Intent();
  const first = await sent(intent, { name: 'A' }, lost);
  const second = await sent(intent, { name: 'B' }, lost);
  expect(second).not.toBe(first);
  expect(await sent(intent, { name: 'B' }, lost)).toBe(second);
  expect(await sent(intent, { name: 'A' }, lost)).not.toBe(first);
});

it('two at the same moment are one', async () => {
  const intent = new Intent();
  const [one, other] = await Promise.all([intent.send('lock', keyOf), intent.send('lock', keyOf)]);
  expect(other).toBe(one);
});

it('two forms have nothing in common', async () => {
  expect(await sent(new Intent(), 'same', lost)).not.toBe(await sent(new Intent(), 'same', lost));
});

it('a key can be made where the page is not secure, and is new each time', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = new Set(Array.from({ length: 1000 }, newKey));
  expect(keys.size).toBe(1000);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('every POST has a key, also the one that is sent again with a new token, and nothing else has', async () => {
  const requests: [string, string | null][] = [];
  const refresh = { accessToken: 'token', tokenType: 'Bearer', expiresIn: 600 };
  server.use(
    http.post('/api/auth/refresh', ({ request }) => {
      requests.push(['refresh', request.headers.get('Idempotency-Key')]);
      return HttpResponse.json(refresh);
    }),
    http.all('/api/thing', ({ request }) => {
      requests.push([request.method, request.headers.get('Idempotency-Key')]);
      const posted = requests.filter(([method]) => method === 'POST').length;
      return new HttpResponse(null, { status: request.method === 'POST' && posted === 1 ? 401 : 204 });
    }),
  );
  localStorage.setItem('mizan.session', '1');
  await authorizedFetch('/api/thing', { method: 'POST', body: '{}' });
  await authorizedFetch('/api/thing', { method: 'POST', body: '{}' });
  await authorizedFetch('/api/thing', { method: 'POST', body: '{}', headers: { 'Idempotency-Key': 'own' } });
  for (const method of ['GET', 'PATCH', 'DELETE']) await authorizedFetch('/api/thing', { method });
  const keys = requests.filter(([method]) => method === 'POST').map(([, key]) => key);
  expect(keys).toHaveLength(4);
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys[3]).toBe('own');
  expect(requests.filter(([method]) => method !== 'POST').map(([, key]) => key)).toEqual(
    Array(requests.length - 4).fill(null),
  );
});
