// Signing in from the visitor's view: the messages of rejections, and the redirect.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { api } from '@mizan/ui-kit/http';
import { session } from '@mizan/ui-kit/session';
import { openShell } from '../app.fixture';
import { signIn } from './sign-in';

const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const refusal = (status: number, body: object, headers: Record<string, string> = {}) =>
  HttpResponse.json({ type: 'about:blank', title: 'Refused', status, requestId: 'r', ...body }, { status, headers });

const server = setupServer(
  http.get('/api/auth/providers', () => HttpResponse.json({ password: true, providers: [] })),
  http.get('/api/openapi.json', () => HttpResponse.json({ tags: [], paths: {} })),
  http.post('/api/auth/login', async ({ request }) => {
    const { email, password } = (await request.json()) as { email: string; password: string };
    if (!email.includes('@'))
      return refusal(422, { errors: [{ pointer: '/email', message: 'Invalid email address' }] });
    if (password !== 'right') return refusal(401, { detail: 'The email or the password is not right.' });
    return HttpResponse.json({ accessToken: 'token', tokenType: 'Bearer', expiresIn: 600, user });
  }),
  http.get('/api/auth/me', () =>
    HttpResponse.json({ user, roles: ['admin'], permissions: [{ resource: 'backoffice', actions: ['enter'] }] }),
  ),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => session.forget());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

async function open(path: string) {
  const router = openShell(path);
  await screen.findByRole('heading', { level: 1 });
  return router;
}

async function enter(email: string, password: string): Promise<void> {
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

it("a wrong password shows the server's message at the field", async () => {
  await open('/login');
  await enter('layla@demo.test', 'wrong');
  await screen.findByText('The email or the password is not right.');
  const password = screen.getByLabelText('Password');
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(password);
});

it('a refused value shows its message at its field', async () => {
  await open('/login');
  await enter('layla', 'right');
  await screen.findByText('Invalid email address');
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

it('a message disappears when its field is changed', async () => {
  await open('/login');
  await enter('layla', 'right');
  await screen.findByText('Invalid email address');
  await userEvent.type(screen.getByLabelText('Email'), '@demo.test');
  await waitFor(() => expect(screen.queryByText('Invalid email address')).toBeNull());
});

it('the whole way in by keyboard', async () => {
  const router = await open('/login');
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  await userEvent.keyboard('layla@demo.test{Tab}right{Tab}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show password' }));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  await userEvent.keyboard('{Tab}{Enter}');
  await screen.findByRole('heading', { level: 1, name: /Layla$/ });
  expect(router.state.location.href).toBe('/home');
});

it('Caps Lock is reported while a password is typed', async () => {
  await open('/login');
  await userEvent.click(screen.getByLabelText('Password'));
  await userEvent.keyboard('{CapsLock}A');
  await screen.findByText('Caps Lock is on');
  await userEvent.keyboard('{CapsLock}');
  await userEvent.tab();
  expect(screen.queryByText('Caps Lock is on')).toBeNull();
});

it('too many attempts: the wait is shown', async () => {
  server.use(http.post('/api/auth/login', () => refusal(429, { detail: 'Too often' }, { 'Retry-After': '734' })));
  await open('/login');
  await enter('layla@demo.test', 'wrong');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts to sign in. Try again in 13 minutes.');
});

it('an unreachable server is reported above the form', async () => {
  server.use(http.post('/api/auth/login', () => HttpResponse.error()));
  await open('/login');
  await enter('layla@demo.test', 'right');
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
});

const providers = (list: object[], password = true) =>
  server.use(http.get('/api/auth/providers', () => HttpResponse.json({ password, providers: list })));

it('each provider is a page load away, and the way back goes along', async () => {
  providers([
    { id: 'keycloak', name: 'Keycloak' },
    { id: 'a/b', name: 'Other' },
  ]);
  await open('/login?redirect=%2Fbackoffice%2Funits%3Fpage%3D2%26a%3Db');
  expect(screen.getByRole('link', { name: 'Continue with Keycloak' }).getAttribute('href')).toBe(
    '/api/auth/oidc/keycloak/start?redirect=%2Fbackoffice%2Funits%3Fpage%3D2%26a%3Db',
  );
  expect(screen.getByRole('link', { name: 'Continue with Other' }).getAttribute('href')).toContain(
    '/api/auth/oidc/a%2Fb/start',
  );
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

it('a provider is given no way back that leads elsewhere', async () => {
  providers([{ id: 'keycloak', name: 'Keycloak' }]);
  await open('/login?redirect=%2F%2Felsewhere.test');
  expect(screen.getByRole('link', { name: 'Continue with Keycloak' }).getAttribute('href')).toBe(
    '/api/auth/oidc/keycloak/start?redirect=%2Fhome',
  );
});

it('without providers there is the form alone', async () => {
  await open('/login');
  expect(screen.queryByRole('link', { name: /Continue with/ })).toBeNull();
  expect(screen.queryByText('or')).toBeNull();
});

it('where passwords are not taken there are only the providers', async () => {
  providers([{ id: 'keycloak', name: 'Keycloak' }], false);
  await open('/login');
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Continue with Keycloak' })).toBeTruthy();
});

it('the form is shown although the providers fail to load', async () => {
  server.use(http.get('/api/auth/providers', () => refusal(503, {})));
  await open('/login');
  await enter('layla@demo.test', 'right');
  await screen.findByRole('heading', { level: 1, name: /Layla$/ });
});

it.each([
  ['provider-unavailable', /does not answer/],
  ['sign-in-failed', /did not work/],
  ['sign-in-declined', /declined/],
  ['account-locked', /locked/],
  ['email-taken', /an account with this email already/],
  ['email-missing', /did not send your email/],
  ['email-unverified', /has not checked/],
  ['too-many-attempts', /Too many people/],
  ['constructor', /did not work/],
])('a round trip that ended with %s is reported above the form', async (code, message) => {
  await open(`/login?error=${code}&redirect=%2Fhome%3Fa%3D1`);
  expect(screen.getByRole('alert').textContent).toMatch(message);
});

it('what ended a round trip goes when another way is tried, and the way back stays', async () => {
  const router = await open('/login?error=sign-in-declined&redirect=%2Fhome%2Fx%3Fa%3D1');
  await enter('layla@demo.test', 'wrong');
  await screen.findByText('The email or the password is not right.');
  expect(screen.queryByRole('alert')).toBeNull();
  await enter('layla@demo.test', 'right');
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(router.state.location.href).toBe('/home/x?a=1');
});

it('a signed-in visitor is redirected from any address', async () => {
  await signIn('layla@demo.test', 'right');
  const router = await open('/login?error=sign-in-failed&redirect=%2Fhome%3Fa%3D1');
  expect(router.state.location.href).toBe('/home?a=1');
});

it('an unreachable server is reported, and the error is shown on request', async () => {
  // The router logs the errors that it catches; keeps the test's output clean.
  const quiet = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
  localStorage.setItem('mizan.session', '1');
  server.use(
    http.post('/api/auth/refresh', () => refusal(503, { detail: 'The database cannot be reached at the moment.' })),
  );
  session.expect();
  await open('/home');
  expect(screen.getByRole('heading').textContent).toBe('Something went wrong!');
  await userEvent.click(screen.getByRole('button', { name: 'Show Error' }));
  expect(screen.getByText(/The database cannot be reached at the moment/).hidden).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Hide Error' }));
  expect(screen.getByText(/The database cannot be reached at the moment/).hidden).toBe(true);
  for (const spy of quiet) spy.mockRestore();
});

it('a signed-out visitor comes back to where they were going', async () => {
  const router = await open('/home/anything?a=1');
  expect(router.state.location.pathname).toBe('/login');
  await enter('layla@demo.test', 'right');
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(router.state.location.href).toBe('/home/anything?a=1');
});

it('a redirect to elsewhere leads home, with a card for each area', async () => {
  const router = await open('/login?redirect=%2F%2Felsewhere.test');
  await enter('layla@demo.test', 'right');
  await screen.findByRole('heading', { name: 'Back-office' });
  expect(router.state.location.href).toBe('/home');
});

it('signing out leaves the protected area', async () => {
  server.use(http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })));
  await signIn('layla@demo.test', 'right');
  const router = await open('/home');
  await userEvent.click(screen.getByRole('button', { name: 'Account of Layla Haddad' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(router.state.location.pathname).toBe('/login');
});

it('a session that the server has ended leads back to signing in', async () => {
  await signIn('layla@demo.test', 'right');
  const router = await open('/home');
  server.use(
    http.get('/api/auth/me', () => refusal(401, {})),
    http.post('/api/auth/refresh', () => refusal(401, {})),
  );
  await api.GET('/api/auth/me');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(router.state.location.href).toBe('/login?redirect=%2Fhome');
});

it('an address outside the protected area is Not Found', async () => {
  await open('/nowhere');
  expect(screen.getByRole('heading').textContent).toBe('Not Found');
});

describe('the second step', () => {
  const due = { ticket: 'ticket', methods: ['code', 'recovery-code'], expiresIn: 300 };
  let sent: unknown;

  beforeEach(() => {
    server.use(
      http.post('/api/auth/login', () => HttpResponse.json(due, { status: 202 })),
      http.post('/api/auth/login/second-step', async ({ request }) => {
        sent = await request.json();
        const { code, recoveryCode } = sent as { code?: string; recoveryCode?: string };
        if (recoveryCode === 'late') return refusal(401, { detail: 'This sign-in has taken too long.' });
        if (code === '000000') return refusal(422, { errors: [{ pointer: '/code', message: 'Not right.' }] });
        return HttpResponse.json({ accessToken: 'token', tokenType: 'Bearer', expiresIn: 600, user });
      }),
    );
  });

  it('follows the password, and begins the session', async () => {
    const router = await open('/login');
    await enter('layla@demo.test', 'right');
    await screen.findByRole('heading', { level: 1, name: 'Second step' });
    await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}');
    await screen.findByText('Not right.');
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(screen.getByLabelText('Code'));
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(sent).toEqual({ ticket: 'ticket', code: '123456' });
  });

  it('takes a recovery code, and begins again when it came too late', async () => {
    await open('/login');
    await enter('layla@demo.test', 'right');
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(screen.getByLabelText('Recovery code'), 'late{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This sign-in has taken too long.');
    expect(screen.getByLabelText('Email')).toBeTruthy();
  });

  it('is set up first where a role requires it', async () => {
    let isDue = true;
    server.use(
      http.post('/api/auth/login', () =>
        HttpResponse.json({ accessToken: 'token', tokenType: 'Bearer', expiresIn: 600, user }),
      ),
      http.get('/api/auth/me', () =>
        HttpResponse.json({ user, roles: ['admin'], permissions: [], ...(isDue && { secondStepDue: true }) }),
      ),
      http.post('/api/auth/second-factors/app', () =>
        HttpResponse.json({ secret: 'ABCD', address: 'otpauth://totp/x' }),
      ),
      http.post('/api/auth/second-factors/app/confirm', () => {
        isDue = false;
        return HttpResponse.json({ recoveryCodes: ['abcd-efgh-ijkl-mnop'] });
      }),
      http.get('/api/auth/second-factors', () =>
        HttpResponse.json({ required: true, passwordNeeded: false, passkeys: [], recoveryCodesLeft: 0 }),
      ),
    );
    const router = await open('/login');
    await enter('layla@demo.test', 'right');
    await screen.findByRole('heading', { level: 1, name: 'Set up two-step sign-in' });
    await screen.findByRole('button', { name: 'Set up' });
    await router.navigate({ href: '/home' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }));
    await userEvent.type(await screen.findByLabelText('Code', { exact: true }), '123456{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'I have stored them' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });
});
