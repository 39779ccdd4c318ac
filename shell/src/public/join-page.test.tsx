// Requesting access, from the visitor's view.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '@mizan/ui-kit/session';
import { openShell } from '../app.fixture';
import { signIn } from './sign-in';

const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const refusal = (status: number, body: object, headers: Record<string, string> = {}) =>
  HttpResponse.json({ type: 'about:blank', title: 'Refused', status, requestId: 'r', ...body }, { status, headers });

let sent: unknown[] = [];
const server = setupServer(
  http.post('/api/join-requests', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ status: 'received' }, { status: 202 });
  }),
  http.get('/api/auth/providers', () => HttpResponse.json({ password: true, providers: [] })),
  http.post('/api/auth/login', () =>
    HttpResponse.json({ accessToken: 'token', tokenType: 'Bearer', expiresIn: 600, user }),
  ),
  http.get('/api/auth/me', () => HttpResponse.json({ user, roles: ['user'], permissions: [] })),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
  session.forget();
});
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

const send = async () => userEvent.click(screen.getByRole('button', { name: 'Send request' }));

it.each(['/', '/login'])('the way there is on %s', async (path) => {
  const router = await open(path);
  await userEvent.click(screen.getByRole('link', { name: 'Join us' }));
  await screen.findByRole('heading', { name: 'Join us' });
  expect(router.state.location.href).toBe('/join-us');
});

it('the form is sent, and the page shows what happens next', async () => {
  await open('/join-us');
  await userEvent.type(screen.getByLabelText('First name'), 'Omar');
  await userEvent.type(screen.getByLabelText('Last name'), 'Al Farsi');
  await userEvent.type(screen.getByLabelText('Email'), 'omar@demo.test');
  await userEvent.type(screen.getByLabelText('Message'), 'I look after the Marina.');
  await send();
  const heading = await screen.findByRole('heading', { name: 'Your request has arrived' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByRole('list', { name: 'What happens next' }).textContent).toContain('omar@demo.test');
  expect(sent).toEqual([
    { firstName: 'Omar', lastName: 'Al Farsi', email: 'omar@demo.test', message: 'I look after the Marina.' },
  ]);
});

it('what may stay empty is not sent', async () => {
  await open('/join-us');
  await userEvent.type(screen.getByLabelText('First name'), 'Omar');
  await userEvent.type(screen.getByLabelText('Email'), 'omar@demo.test');
  await send();
  await screen.findByRole('heading', { name: 'Your request has arrived' });
  expect(sent).toEqual([{ firstName: 'Omar', email: 'omar@demo.test' }]);
});

it('a rejection is shown at its field, and disappears when the field is changed', async () => {
  server.use(
    http.post('/api/join-requests', () =>
      refusal(422, {
        errors: [
          { pointer: '/firstName', message: 'First name is required' },
          { pointer: '/message', message: 'Message must have at most 2000 characters' },
        ],
      }),
    ),
  );
  await open('/join-us');
  await send();
  const name = screen.getByLabelText('First name');
  await screen.findByText('First name is required');
  expect(document.activeElement).toBe(name);
  expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(name, 'O');
  expect(screen.queryByText('First name is required')).toBeNull();
  expect(screen.getByText('Message must have at most 2000 characters')).toBeTruthy();
});

it('too many requests: the wait is shown, and the form is not cleared', async () => {
  server.use(http.post('/api/join-requests', () => refusal(429, { detail: 'Too often' }, { 'Retry-After': '1790' })));
  await open('/join-us');
  await userEvent.type(screen.getByLabelText('First name'), 'Omar');
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('Try again in 30 minutes');
  expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Omar');
});

it("any other failure shows the server's message", async () => {
  server.use(
    http.post('/api/join-requests', () =>
      refusal(503, { detail: 'The database cannot be reached at the moment. Try again shortly' }),
    ),
  );
  await open('/join-us');
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The database cannot be reached at the moment. Try again shortly',
  );
});

it('a signed-in visitor goes home', async () => {
  await signIn('layla@demo.test', 'right');
  const router = await open('/join-us');
  expect(router.state.location.href).toBe('/home');
});
