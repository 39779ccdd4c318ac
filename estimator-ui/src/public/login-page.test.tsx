// Signing in as a visitor meets it: the sentences of refusals, and the way on.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { api } from '@mizan/ui-kit/http';
import { session } from '@mizan/ui-kit/session';
import { createAppRouter } from '../router';

const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const refusal = (status: number, body: object) =>
  HttpResponse.json({ type: 'about:blank', title: 'Refused', status, requestId: 'r', ...body }, { status });

const server = setupServer(
  http.get('/api/openapi.json', () => HttpResponse.json({ tags: [], paths: {} })),
  http.post('/api/auth/login', async ({ request }) => {
    const { email, password } = (await request.json()) as { email: string; password: string };
    if (!email.includes('@')) return refusal(422, { errors: [{ pointer: '/email', message: 'Invalid email address' }] });
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
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<RouterProvider router={router} />);
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

it('a wrong password shows the server\'s sentence at the field', async () => {
  await open('/login');
  await enter('layla@demo.test', 'wrong');
  await screen.findByText('The email or the password is not right.');
  const password = screen.getByLabelText('Password');
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(password);
});

it('a refused value shows its sentence at its field', async () => {
  await open('/login');
  await enter('layla', 'right');
  await screen.findByText('Invalid email address');
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

it('a sentence goes when its field is changed', async () => {
  await open('/login');
  await enter('layla', 'right');
  await screen.findByText('Invalid email address');
  await userEvent.type(screen.getByLabelText('Email'), '@demo.test');
  await waitFor(() => expect(screen.queryByText('Invalid email address')).toBeNull());
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
  await session.signIn('layla@demo.test', 'right');
  const router = await open('/home');
  await userEvent.click(screen.getByRole('button', { name: 'Account of Layla Haddad' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(router.state.location.pathname).toBe('/login');
});

it('a session that the server has ended leads back to signing in', async () => {
  await session.signIn('layla@demo.test', 'right');
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
