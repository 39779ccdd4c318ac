// Redirects, permissions, and one refresh request at a time across tabs.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { withoutHandshake } from '@mizan/ui-kit/handshake';
import { safeRedirect } from '@mizan/ui-kit/safe-redirect';
import { can, loginUrl } from '@mizan/ui-kit/session';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

describe('redirect', () => {
  it.each(['/home', '/home/xyz?a=1#b', '/backoffice/units?page=2'])('%s is followed', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  it.each([
    undefined,
    null,
    7,
    '',
    'home',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '\\\\elsewhere.test',
    '/\t/elsewhere.test',
    '/\n/elsewhere.test',
    'https://elsewhere.test',
    'javascript:alert(1)',
    '/.//elsewhere.test',
    '/..//elsewhere.test',
  ])('%j leads home', (value) => {
    expect(safeRedirect(value)).toBe('/home');
  });

  it('the way to sign in carries the whole way back', () => {
    expect(loginUrl({ pathname: '/home', search: '?a=1&b=2', hash: '#c' })).toBe(
      '/login?redirect=%2Fhome%3Fa%3D1%26b%3D2%23c',
    );
  });
});

it('a handshake is taken out of the address and nothing else', () => {
  expect(withoutHandshake('http://localhost/home?a=1&__clerk_handshake=x#b')).toBe('/home?a=1#b');
  expect(withoutHandshake('http://localhost/home?handshake=x')).toBe('/home');
  expect(withoutHandshake('http://localhost/home?a=1')).toBeUndefined();
  expect(withoutHandshake('http://localhost/home')).toBeUndefined();
});

it.each([
  ['?search=a%20b&handshake=1&filters=%7B%22a%22%3A1%7D', '?search=a%20b&filters=%7B%22a%22%3A1%7D'],
  ['?handshake=1&a=1&__clerk_handshake=x', '?a=1'],
  ['?handshake', ''],
  ['?a=handshake&handshake=1', '?a=handshake'],
  ['?hand%73hake=1&flag', '?flag'],
])('of %s what is left stays as it was written', (search, left) => {
  expect(withoutHandshake(`http://localhost/home${search}#b`)).toBe(`/home${left}#b`);
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
    HttpResponse.json({
      accessToken,
      expiresIn,
      tokenType: 'Bearer',
      user: { id: '1', firstName: 'A', lastName: 'B', email: 'a@b.test' },
    });

  it('two requests at the same time cause one refresh', async () => {
    let refreshed = 0;
    const tokens: (string | null)[] = [];
    server.use(
      http.post('/api/auth/refresh', () => grant(`token-${++refreshed}`)),
      http.get('/api/thing', ({ request }) => {
        tokens.push(request.headers.get('Authorization'));
        return HttpResponse.json({});
      }),
    );
    const { authorizedFetch } = await import('@mizan/ui-kit/http');
    await Promise.all([authorizedFetch('/api/thing'), authorizedFetch('/api/thing')]);
    expect(refreshed).toBe(1);
    expect(tokens).toEqual(['Bearer token-1', 'Bearer token-1']);
  });

  it('a rejected request is retried one time with a new token and its body', async () => {
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

  it('a request that stays rejected is not retried again', async () => {
    let attempts = 0;
    server.use(
      http.post('/api/auth/refresh', () => grant(`token-${attempts}`)),
      http.get('/api/thing', () => {
        attempts += 1;
        return HttpResponse.json({}, { status: 401 });
      }),
    );
    const { authorizedFetch } = await import('@mizan/ui-kit/http');
    expect((await authorizedFetch('/api/thing')).status).toBe(401);
    expect(attempts).toBe(2);
  });

  it('a request goes without a token when none can be had', async () => {
    server.use(
      http.post('/api/auth/refresh', () => HttpResponse.json({}, { status: 500 })),
      http.get('/api/thing', ({ request }) => HttpResponse.json({ sent: request.headers.get('Authorization') })),
    );
    const { authorizedFetch } = await import('@mizan/ui-kit/http');
    expect(await (await authorizedFetch('/api/thing')).json()).toEqual({ sent: null });
  });

  it('a rejection has Retry-After', async () => {
    localStorage.clear();
    server.use(
      http.get('/api/auth/providers', () =>
        HttpResponse.json({ detail: 'Too often' }, { status: 429, headers: { 'Retry-After': '90' } }),
      ),
    );
    const { api, dataOf, ProblemError } = await import('@mizan/ui-kit/http');
    const answer = await api.GET('/api/auth/providers');
    expect(() => dataOf(answer)).toThrow(ProblemError);
    expect(() => dataOf(answer)).toThrow(
      expect.objectContaining({ status: 429, retryAfter: 90, message: 'Too often' }),
    );
  });

  it('a handshake loads the session without an earlier sign-in here, and notifies other tabs', async () => {
    localStorage.clear();
    const user = { id: '1', firstName: 'A', lastName: 'B', email: 'a@b.test' };
    let refreshed = 0;
    server.use(
      http.post('/api/auth/refresh', () => grant(`token-${++refreshed}`)),
      http.get('/api/auth/me', () => HttpResponse.json({ user, roles: ['user'], permissions: [] })),
    );
    const notices: string[] = [];
    const otherTab = new BroadcastChannel('mizan.session');
    otherTab.addEventListener('message', (event: MessageEvent<{ kind: string }>) => notices.push(event.data.kind));
    history.replaceState(null, '', '/login?redirect=%2Fhome%3Fa%3D1&handshake=1');
    const { endHandshake } = await import('@mizan/ui-kit/handshake');
    const { session } = await import('@mizan/ui-kit/session');
    const entries = history.length;
    endHandshake();
    expect(location.search).toBe('?redirect=%2Fhome%3Fa%3D1');
    expect(history.length).toBe(entries);
    expect((await session.start())?.user.id).toBe('1');
    expect(refreshed).toBe(1);
    await vi.waitFor(() => expect(notices).toContain('signed-in'));
    otherTab.close();
  });

  it('several tabs that need a token at the same time cause one refresh', async () => {
    // Web Locks, which happy-dom lacks: one holder at a time, the others wait.
    let holders = 0;
    let last: Promise<unknown> = Promise.resolve();
    type Work = (turn: object | null) => Promise<unknown>;
    const request = (_name: string, ...rest: [Work] | [{ ifAvailable: boolean }, Work]): Promise<unknown> => {
      const work = rest.length === 1 ? rest[0] : rest[1];
      if (rest.length === 2 && holders > 0) return work(null);
      holders += 1;
      const mine = last.then(() => work({})).finally(() => (holders -= 1));
      last = mine.catch(() => {});
      return mine;
    };
    vi.stubGlobal('navigator', { ...globalThis.navigator, locks: { request } });
    let refreshed = 0;
    server.use(http.post('/api/auth/refresh', () => grant(`token-${++refreshed}`)));
    const tabs = [];
    for (let tab = 0; tab < 3; tab += 1) {
      vi.resetModules();
      tabs.push((await import('@mizan/ui-kit/http')).accessToken);
    }
    expect(await Promise.all(tabs.map((token) => token.get()))).toEqual(['token-1', 'token-1', 'token-1']);
    expect(refreshed).toBe(1);
    vi.unstubAllGlobals();
  });

  it('a visitor who never signed in here causes no refresh', async () => {
    localStorage.clear();
    const { session } = await import('@mizan/ui-kit/session');
    expect(await session.start()).toBeNull();
  });
});

describe('an app that goes on without a network', () => {
  const me = {
    user: { id: '1', firstName: 'A', lastName: 'B', email: 'a@b.test' },
    roles: ['estimations'],
    permissions: [{ resource: 'estimations', actions: ['enter'] }],
  };
  const signedIn = http.post('/api/auth/refresh', () =>
    HttpResponse.json({ accessToken: 'token', expiresIn: 600, tokenType: 'Bearer', user: me.user }),
  );
  const known = http.get('/api/auth/me', () => HttpResponse.json(me));
  const away = http.all('/api/*', () => HttpResponse.error());

  /** The app at startup. */
  async function opened(): Promise<(typeof import('@mizan/ui-kit/session'))['session']> {
    vi.resetModules();
    const { session } = await import('@mizan/ui-kit/session');
    session.enableOffline();
    return session;
  }

  beforeEach(async () => {
    localStorage.setItem('mizan.session', '1');
    server.use(signedIn, known);
    await (await opened()).start();
  });
  afterEach(() => localStorage.clear());

  it('starts with the last known visitor, and reloads when the network is back', async () => {
    server.resetHandlers(away);
    const session = await opened();
    expect((await session.start())?.user.id).toBe('1');
    expect(session.current().offline).toBe(true);
    server.resetHandlers(signedIn, known);
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(session.current()).toMatchObject({ offline: false, me: { user: { id: '1' } } }));
  });

  it.each([502, 503, 504])('goes on when a proxy answers %d', async (status) => {
    server.resetHandlers(http.all('/api/*', () => new HttpResponse('', { status })));
    const session = await opened();
    expect((await session.start())?.user.id).toBe('1');
  });

  it.each([200, 401, 403, 511])('a captive portal that answers %d signs nobody out', async (status) => {
    server.resetHandlers(http.all('/api/*', () => HttpResponse.html('<p>Sign in to the network</p>', { status })));
    const session = await opened();
    expect((await session.start())?.user.id).toBe('1');
    expect(session.lastVisitor()?.user.id).toBe('1');
  });

  it('a captive portal that answers with JSON signs no user out', async () => {
    server.resetHandlers(http.all('/api/*', () => HttpResponse.json({ status: 'login required' })));
    const session = await opened();
    expect((await session.start())?.user.id).toBe('1');
    expect(session.current().offline).toBe(true);
    // Neither is it that of a server whose tokens are renewed.
    server.resetHandlers(
      http.post('/api/auth/refresh', () => HttpResponse.json({ accessToken: 'token', expiresIn: 600 })),
      http.get('/api/auth/me', () => HttpResponse.json({ status: 'login required' })),
    );
    const later = await opened();
    expect((await later.start())?.user.id).toBe('1');
    expect(later.lastVisitor()?.user.id).toBe('1');
  });

  it('forgets whom the server no longer knows', async () => {
    server.resetHandlers(http.post('/api/auth/refresh', () => new HttpResponse('', { status: 401 })));
    const session = await opened();
    expect(await session.start()).toBeNull();
    expect(session.lastVisitor()).toBeNull();
  });

  it('the back-office stores no visitor, and clears a pending sign-out of the signed-in user', async () => {
    server.resetHandlers(away);
    vi.resetModules();
    const { session } = await import('@mizan/ui-kit/session');
    await expect(session.start()).rejects.toThrow();
    session.forget();
    expect(session.lastVisitor()).toBeNull();
  });

  it('a sign-out without a network is immediate here, and reaches the server later', async () => {
    const session = await opened();
    await session.start();
    server.resetHandlers(away);
    await session.signOut();
    expect(session.current()).toMatchObject({ me: null, offline: true });
    const later = await opened();
    expect(await later.start()).toBeNull();
    let ended = 0;
    server.resetHandlers(
      http.post('/api/auth/logout', () => {
        ended += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(later.current().offline).toBe(false));
    expect(ended).toBeGreaterThan(0);
    expect(later.current().me).toBeNull();
  });

  it('all sessions are not ended by halves', async () => {
    const session = await opened();
    await session.start();
    server.resetHandlers(away);
    await expect(session.signOut({ everywhere: true })).rejects.toThrow();
    expect(session.current().me?.user.id).toBe('1');
  });
});
