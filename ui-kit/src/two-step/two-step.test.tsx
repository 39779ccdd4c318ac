// Two-step sign-in in the account menu: an authenticator app is set up and removed, with the password where it is needed.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import type { Me } from '@mizan/ui-kit/session';

const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const me: Me = { user, roles: ['user'], permissions: [] };
const CODES = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkl-mn${String(index).padStart(2, '0')}`);
const APP = { createdAt: '2026-11-20T08:00:00Z' };
const refusal = (status: number, body: object) =>
  HttpResponse.json({ type: 'about:blank', title: 'Refused', status, requestId: 'r', ...body }, { status });

let factors: Record<string, unknown>;
let sent: [string, unknown][] = [];
const answer = (path: string, body: () => object | null, then: () => void = () => {}) =>
  http.post(`/api/auth/second-factors/${path}`, async ({ request }) => {
    sent.push([path, await request.json()]);
    then();
    const given = body();
    return given ? HttpResponse.json(given) : new HttpResponse(null, { status: 204 });
  });

const server = setupServer(
  http.get('/api/auth/second-factors', () => HttpResponse.json(factors)),
  answer('app', () => ({ secret: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/Mizan:layla?secret=ABCDEFGHIJKLMNOP' })),
  answer(
    'app/confirm',
    () => ({ recoveryCodes: CODES }),
    () => (factors = { ...factors, app: APP, recoveryCodesLeft: 10 }),
  ),
  answer(
    'app/remove',
    () => null,
    () => (factors = { ...factors, app: undefined, recoveryCodesLeft: 0 }),
  ),
  answer('recovery-codes', () => ({ recoveryCodes: CODES })),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  factors = { required: false, passwordNeeded: false, passkeys: [], recoveryCodesLeft: 0 };
  sent = [];
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

async function open(): Promise<HTMLElement> {
  render(<AccountMenu me={me} />);
  await userEvent.click(screen.getByRole('button', { name: 'Account of Layla Haddad' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Two-step sign-in' }));
  return screen.findByRole('dialog', { name: 'Two-step sign-in' });
}

const press = (name: string) => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

it('an app is set up by its first code, and the recovery codes are shown one time', async () => {
  await open();
  await screen.findByText('Off: your password is enough to sign in');
  await press('Set up');
  await screen.findByRole('img', { name: 'QR code with the secret of the app' });
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES);
  // Neither the cross nor Escape loses them.
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  const download = screen.getByRole('link', { name: 'Download' }) as HTMLAnchorElement;
  expect(decodeURIComponent(download.href)).toContain(`layla@demo.test for Mizan. Each works once.\n\n${CODES[0]}\n`);
  await press('I have stored them');
  await screen.findByText('On: signing in takes a second step');
  expect(sent).toEqual([
    ['app', {}],
    ['app/confirm', { code: '123456' }],
  ]);
});

it("a wrong code shows the server's message at the field", async () => {
  server.use(
    http.post('/api/auth/second-factors/app/confirm', () =>
      refusal(422, { errors: [{ pointer: '/code', message: 'This code is not right.' }] }),
    ),
  );
  await open();
  await screen.findByText('Off: your password is enough to sign in');
  await press('Set up');
  await userEvent.type(await screen.findByLabelText('Code'), '000000{Enter}');
  await screen.findByText('This code is not right.');
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
});

it('the password is asked for where the sign-in is some time ago', async () => {
  factors = { ...factors, passwordNeeded: true, app: APP, recoveryCodesLeft: 3 };
  await open();
  await screen.findByText('3 of 10 left. Each works once, when your phone is not at hand.');
  await press('Make new codes');
  server.use(
    http.post('/api/auth/second-factors/recovery-codes', () =>
      refusal(422, { errors: [{ pointer: '/currentPassword', message: 'The current password is not right' }] }),
    ),
  );
  await userEvent.type(await screen.findByLabelText('Current password'), 'guess{Enter}');
  await screen.findByText('The current password is not right');
  server.resetHandlers();
  await userEvent.clear(screen.getByLabelText('Current password'));
  await userEvent.type(screen.getByLabelText('Current password'), 'right{Enter}');
  await screen.findByRole('list', { name: 'Recovery codes' });
  expect(sent).toEqual([['recovery-codes', { currentPassword: 'right' }]]);
});

it('removing the app is confirmed first', async () => {
  factors = { ...factors, app: APP, recoveryCodesLeft: 10 };
  await open();
  await screen.findByText('On: signing in takes a second step');
  await press('Remove');
  await screen.findByText('Codes of the authenticator app will not be accepted any more.');
  await press('Cancel');
  await screen.findByText('On: signing in takes a second step');
  expect(sent).toEqual([]);
  await press('Remove');
  await press('Remove');
  await screen.findByText('Off: your password is enough to sign in');
});

it('a rejection that belongs to no field is shown above the form', async () => {
  factors = { ...factors, required: true, app: APP, recoveryCodesLeft: 10 };
  server.use(http.post('/api/auth/second-factors/app/remove', () => refusal(409, { detail: 'Your role requires it' })));
  await open();
  await screen.findByText('Your role requires a second step.');
  await press('Remove');
  await press('Remove');
  expect((await screen.findByRole('alert')).textContent).toBe('Your role requires it');
});

it('a failure to load shows the reason and can be retried', async () => {
  server.use(http.get('/api/auth/second-factors', () => refusal(503, { detail: 'Try again shortly' })));
  await open();
  await screen.findByText('Try again shortly');
  server.resetHandlers();
  await press('Try again');
  await screen.findByText('Off: your password is enough to sign in');
});

it('a server without a secure address says why there are no passkeys', async () => {
  await open();
  await screen.findByText(/^Passkeys need an address of this product that begins with https/);
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('passkeys of another address are not offered here', async () => {
  factors = { ...factors, passkeyOrigin: 'https://desk.example.com' };
  await open();
  await screen.findByText('Passkeys work at https://desk.example.com.');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
