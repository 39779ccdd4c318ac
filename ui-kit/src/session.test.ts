// Where a visitor is sent, what they may do, and that a tab asks for one token at a time.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { withoutHandshake } from '@mizan/ui-kit/handshake';
import { can, loginUrl, safeRedirect } from '@mizan/ui-kit/session';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

describe('redirect', () => {
  it.each(['/home', '/home/xyz?a=1#b', '/backoffice/units?page=2'])('%s is followed', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  it.each([
    undefined, null, 7, '', 'home', '//elsewhere.test', '/\\elsewhere.test', '\\\\elsewhere.test', '/\t/elsewhere.test',
    '/\n/elsewhere.test', 'https://elsewhere.test', 'javascript:alert(1)', '/.//elsewhere.test', '/..//elsewhere.test',
  ])('%j leads home', (value) => {
    expect(safeRedirect(value)).toBe('/home');
  });

  it('the way to sign in carries the whole way back', () => {
    expect(loginUrl({ pathname: '/home', search: '?a=1&b=2', hash: '#c' })).toBe('/login?redirect=%2Fhome%3Fa%3D1%26b%3D2%23c');
  });
});

it('a handshake is taken out of the address and nothing else', () => {
  expect(withoutHandshake('http://localhost/home?a=1&__clerk_handshake=x#b')).toBe('/home?a=1#b');
  expect(withoutHandshake('http://localhost/home?handshake=x')).toBe('/home');
  expect(withoutHandshake('http://localhost/home?a=1')).toBeUndefined();
});

it('only what is granted may be done', () => {
  const me = { permissions: [{ resource: 'units', actions: ['read', 'update'] }] };
  expect(can(me, 'units', 'update')).toBe(true);
  expect(can(me, 'units', 'delete')).toBe(false);
  expect(can(me, 'projects', 'read')).toBe(false);
  expect(can(null, 'units', 'read')).toBe(false);
});

describe('token', () => {
  beforeEach(() => {
    vi.resetModules();
    localStorage.setItem('mizan.session', '1');
  });

  const grant = (accessToken: string, expiresIn = 600) =>
    HttpResponse.json({ accessToken, expiresIn, tokenType: 'Bearer', user: { id: '1', firstName: 'A', lastName: 'B', email: 'a@b.test' } });

  it('two callers at once cause one refresh', async () => {
    let refreshed = 0;
    const seen: (string | null)[] = [];
    server.use(
      http.post('/api/auth/refresh', () => grant(`token-${++refreshed}`)),
      http.get('/api/thing', ({ request }) => {
        seen.push(request.headers.get('Authorization'));
        return HttpResponse.json({});
      }),
    );
    const { authorizedFetch } = await import('@mizan/ui-kit/http');
    await Promise.all([authorizedFetch('/api/thing'), authorizedFetch('/api/thing')]);
    expect(refreshed).toBe(1);
    expect(seen).toEqual(['Bearer token-1', 'Bearer token-1']);
  });

  it('a refused request is repeated once with a new token and its body', async () => {
    let refreshed = 0;
    const bodies: string[] = [];
    server.use(
      http.post('/api/auth/refresh', () => grant(`token-${++refreshed}`)),
      http.post('/api/thing', async ({ request }) => {
        bodies.push(await request.text());
        const good = request.headers.get('Authorization') === 'Bearer token-2';
        return HttpResponse.json({}, { status: good ? 200 : 401 });
      }),
    );
    const { authorizedFetch } = await import('@mizan/ui-kit/http');
    const response = await authorizedFetch('/api/thing', { method: 'POST', body: 'same' });
    expect(response.status).toBe(200);
    expect(bodies).toEqual(['same', 'same']);
  });

  it('a request that stays refused is not repeated for ever', async () => {
    let asked = 0;
    server.use(
      http.post('/api/auth/refresh', () => grant(`token-${asked}`)),
      http.get('/api/thing', () => {
        asked += 1;
        return HttpResponse.json({}, { status: 401 });
      }),
    );
    const { authorizedFetch } = await import('@mizan/ui-kit/http');
    expect((await authorizedFetch('/api/thing')).status).toBe(401);
    expect(asked).toBe(2);
  });

  it('a request goes without a token when none can be had', async () => {
    server.use(
      http.post('/api/auth/refresh', () => HttpResponse.json({}, { status: 500 })),
      http.get('/api/thing', ({ request }) => HttpResponse.json({ sent: request.headers.get('Authorization') })),
    );
    const { authorizedFetch } = await import('@mizan/ui-kit/http');
    expect(await (await authorizedFetch('/api/thing')).json()).toEqual({ sent: null });
  });

  it('a visitor who never signed in here causes no refresh', async () => {
    localStorage.clear();
    const { session } = await import('@mizan/ui-kit/session');
    expect(await session.start()).toBeNull();
  });
});
