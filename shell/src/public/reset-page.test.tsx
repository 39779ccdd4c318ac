// Setting a forgotten password, and a first one, from the visitor's view: the way there, rejections, and the sign-in page.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { product } from '@mizan/ui-kit/product';
import { session } from '@mizan/ui-kit/session';
import { openShell } from '../app.fixture';

const refusal = (status: number, body: object, headers: Record<string, string> = {}) =>
  HttpResponse.json({ type: 'about:blank', title: 'Refused', status, requestId: 'r', ...body }, { status, headers });
const USED = { errors: [{ pointer: '/token', message: 'This link has been used or is no longer valid.' }] };

let sent: unknown[] = [];
const server = setupServer(
  http.get('/api/auth/providers', () => HttpResponse.json({ password: true, providers: [] })),
  http.get('/api/openapi.json', () => HttpResponse.json({ tags: [], paths: {} })),
  http.post('/api/auth/forgot', async ({ request }) => {
    sent.push(await request.json());
    return new HttpResponse(null, { status: 202 });
  }),
  http.post('/api/auth/reset', async ({ request }) => {
    sent.push(await request.json());
    return new HttpResponse(null, { status: 204 });
  }),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  session.forget();
  sent = [];
  product().mail = true;
});
afterEach(() => {
  delete product().mail;
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

async function open(path: string) {
  const router = openShell(path);
  await screen.findByRole('heading', { level: 1 });
  return router;
}

async function set(password: string, confirm = password): Promise<void> {
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Confirm new password'), confirm);
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
}

it('a product without mail offers no link for a forgotten password', async () => {
  delete product().mail;
  await open('/login');
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
});

it('the way from the sign-in page: one answer for any email', async () => {
  await open('/login');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
  await screen.findByRole('heading', { level: 1, name: 'Forgot password?' });
  await userEvent.type(screen.getByLabelText('Email'), ' layla@demo.test ');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Look into your mail' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText(/^If layla@demo\.test has an account/)).toBeTruthy();
  expect(sent).toEqual([{ email: 'layla@demo.test' }]);
});

it('an invalid email shows its message at the field', async () => {
  server.use(
    http.post('/api/auth/forgot', () =>
      refusal(422, { errors: [{ pointer: '/email', message: 'Invalid email address' }] }),
    ),
  );
  await open('/forgot');
  await userEvent.type(screen.getByLabelText('Email'), 'layla');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByText('Invalid email address');
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
});

it('too many requests for a link: the wait is shown', async () => {
  server.use(http.post('/api/auth/forgot', () => refusal(429, {}, { 'Retry-After': '120' })));
  await open('/forgot');
  await userEvent.type(screen.getByLabelText('Email'), 'layla@demo.test');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Too many requests .+ 2 minutes\.$/);
});

it('a password is set, and the sign-in page says so', async () => {
  const router = await open('/reset?token=abc');
  expect(screen.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeTruthy();
  await set('long enough');
  expect((await screen.findByRole('status')).textContent).toBe('Your password is set. Sign in with it.');
  expect(sent).toEqual([{ token: 'abc', password: 'long enough' }]);
  expect(router.state.location.pathname).toBe('/login');
});

it('an invited user sets a first password', async () => {
  await open('/reset?token=abc&invited=1');
  expect(screen.getByRole('heading', { level: 1, name: 'Set your password' })).toBeTruthy();
});

it('a token of digits is sent as text', async () => {
  await open('/reset?token=1234');
  await set('long enough');
  await waitFor(() => expect(sent).toEqual([{ token: '1234', password: 'long enough' }]));
});

it('two passwords that differ are not sent', async () => {
  await open('/reset?token=abc');
  await set('long enough', 'long enoug');
  await screen.findByText("Passwords don't match");
  expect(sent).toEqual([]);
});

it('a rejected password shows its message at the field, and the link can be used again', async () => {
  server.use(
    http.post(
      '/api/auth/reset',
      () => refusal(422, { errors: [{ pointer: '/password', message: 'At least 8 characters' }] }),
      { once: true },
    ),
  );
  await open('/reset?token=abc');
  await set('short');
  await screen.findByText('At least 8 characters');
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
  await set('er than that');
  await screen.findByRole('status');
});

it.each(['/reset?token=abc', '/reset'])('a used link, or none, leads to a new one: %s', async (path) => {
  server.use(http.post('/api/auth/reset', () => refusal(422, USED)));
  await open(path);
  if (path.includes('token')) await set('long enough');
  await screen.findByRole('heading', { level: 1, name: 'This link does not work any more' });
  await userEvent.click(screen.getByRole('link', { name: 'Get a new link' }));
  await screen.findByRole('heading', { level: 1, name: 'Forgot password?' });
});
