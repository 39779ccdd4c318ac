// The user's API tokens in the account menu: listed, created, shown once, revoked.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import type { Me } from '@mizan/ui-kit/session';

const DAY = 86_400_000;
const at = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
const SECRET = 'mzn_shown-once';

const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const permissions = [
  { resource: 'backoffice', actions: ['enter'] },
  { resource: 'saved-filters', actions: ['read', 'create'] },
  { resource: 'tokens', actions: ['read', 'create', 'delete'] },
  { resource: 'units', actions: ['read', 'update', 'set-aside'] },
];
const me: Me = { user, roles: ['admin'], permissions };
const listed = [
  {
    _id: 'a',
    name: 'Export',
    createdAt: at(-4),
    expiresAt: at(200),
    lastUsedAt: at(-1),
    permissions: [{ resource: 'units', actions: ['read', 'set-aside'] }],
  },
  { _id: 'b', name: 'Notebook', createdAt: at(-90), expiresAt: at(-2) },
];
const refusal = (status: number, body: object) =>
  HttpResponse.json({ type: 'about:blank', title: 'Refused', status, requestId: 'r', ...body }, { status });

let sent: Record<string, unknown>[] = [];
let revoked: string[] = [];
const server = setupServer(
  http.get('/api/auth/tokens', () => HttpResponse.json(listed)),
  http.post('/api/auth/tokens', async ({ request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push(body);
    return HttpResponse.json({ _id: 'c', createdAt: at(0), ...body, token: SECRET }, { status: 201 });
  }),
  http.delete('/api/auth/tokens/:id', ({ params }) => {
    revoked.push(String(params['id']));
    return new HttpResponse(null, { status: 204 });
  }),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
  revoked = [];
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const dialog = () => screen.findByRole('dialog');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

async function open(visitor: Me = me): Promise<HTMLElement> {
  render(<AccountMenu me={visitor} />);
  await press('Account of Layla Haddad');
  await press('API tokens');
  return dialog();
}

async function openForm(): Promise<void> {
  await open();
  await press('New token');
}

it('the menu offers tokens only to those who may have them', async () => {
  render(<AccountMenu me={{ ...me, permissions: [{ resource: 'units', actions: ['read'] }] }} />);
  await press('Account of Layla Haddad');
  expect(screen.queryByRole('button', { name: 'API tokens' })).toBeNull();
});

it('each token shows its permissions, last use and expiry', async () => {
  await open();
  const rows = within(await screen.findByRole('list', { name: 'Your tokens' })).getAllByRole('heading', { level: 3 });
  const texts = rows.map((row) => row.closest('li')?.textContent ?? '');
  expect(texts[0]).toMatch(/Export.*Expires\d.*Last usedyesterday.*Units: read, set aside/);
  expect(screen.getByText('yesterday').title).toMatch(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/);
  expect(texts[1]).toMatch(/Notebook.*Expired.*Last usedNever.*All that you may do/);
});

it('closing it gives the keyboard back to the menu', async () => {
  await open();
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account of Layla Haddad' }));
});

it('without tokens: the purpose of a token is explained', async () => {
  server.use(http.get('/api/auth/tokens', () => HttpResponse.json([])));
  await open();
  await screen.findByRole('heading', { name: 'No tokens yet' });
});

it('one who may only look at tokens is offered no more', async () => {
  await open({ ...me, permissions: [{ resource: 'tokens', actions: ['read'] }] });
  await screen.findByRole('list', { name: 'Your tokens' });
  expect(screen.queryByRole('button', { name: /New token|Revoke/ })).toBeNull();
});

it('a list that fails to load shows the reason and can be retried', async () => {
  server.use(
    http.get('/api/auth/tokens', () => refusal(503, { detail: 'The database cannot be reached.' }), { once: true }),
  );
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('The database cannot be reached.');
  await press('Try again');
  await screen.findByRole('list', { name: 'Your tokens' });
});

it('a new token gets a name, an expiry and all permissions, and is shown one time', async () => {
  await openForm();
  await userEvent.type(screen.getByLabelText('Name'), 'Nightly export');
  await userEvent.click(screen.getByLabelText('30 days'));
  await press('Make token');
  await screen.findByText(SECRET);
  const [{ name, expiresAt, ...rest }] = sent as [Record<string, unknown>];
  expect(name).toBe('Nightly export');
  expect(Math.abs(Date.parse(String(expiresAt)) - Date.now() - 30 * DAY)).toBeLessThan(DAY / 24);
  expect(rest).toEqual({});
  await press('Done');
  await press('Go back');
  expect(screen.getByText(SECRET)).toBeTruthy();
  await press('Done');
  await press('Close without it');
  await screen.findByText('Nightly export');
  expect(screen.queryByText(SECRET)).toBeNull();
});

it("a token can be given some of one's own permissions, though not entering areas nor making tokens", async () => {
  await openForm();
  await userEvent.type(screen.getByLabelText('Name'), 'Reader');
  await userEvent.click(screen.getByLabelText('Only what I choose'));
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Saved filters',
    'Units',
  ]);
  await press('Reading only');
  await press('Units: read');
  await userEvent.click(screen.getByRole('checkbox', { name: 'set aside' }));
  expect((screen.getByRole('checkbox', { name: 'Units' }) as HTMLInputElement).indeterminate).toBe(true);
  await press('Make token');
  await screen.findByText(SECRET);
  expect(sent[0]?.['permissions']).toEqual([
    { resource: 'saved-filters', actions: ['read'] },
    { resource: 'units', actions: ['read', 'set-aside'] },
  ]);
});

it('a token without permissions is not requested', async () => {
  await openForm();
  await userEvent.type(screen.getByLabelText('Name'), 'Reader');
  await userEvent.click(screen.getByLabelText('Only what I choose'));
  await press('Make token');
  await screen.findByText('Choose at least one permission');
  expect(sent).toEqual([]);
});

it('a date is a whole day in Dubai', async () => {
  await openForm();
  await userEvent.type(screen.getByLabelText('Name'), 'Reader');
  await userEvent.click(screen.getByLabelText('A date'));
  await press('Make token');
  await screen.findByText('Choose the last day');
  await userEvent.type(screen.getByLabelText('Last day'), '2030-02-28');
  await press('Make token');
  await screen.findByText(SECRET);
  expect(sent[0]?.['expiresAt']).toBe('2030-02-28T19:59:59.000Z');
});

it('an error is shown at its field', async () => {
  server.use(
    http.post('/api/auth/tokens', () =>
      refusal(422, {
        errors: [
          { pointer: '/name', message: 'The name is required' },
          { pointer: '/permissions/0/actions/1', message: 'You may not do that yourself' },
        ],
      }),
    ),
  );
  await openForm();
  await press('Make token');
  await screen.findByText('The name is required');
  await screen.findByText('You may not do that yourself');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

it('the password is requested when the server requires it, and the form is not cleared', async () => {
  const refused = () =>
    refusal(422, { errors: [{ pointer: '/currentPassword', message: 'Enter your current password' }] });
  server.use(http.post('/api/auth/tokens', refused, { once: true }));
  await openForm();
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), 'Reader');
  await press('Make token');
  await screen.findByText('Enter your current password');
  const field = screen.getByLabelText('Current password');
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, 'seven lonely gulls');
  await press('Make token');
  await screen.findByText(SECRET);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ name: 'Reader', currentPassword: 'seven lonely gulls' });
});

it('an error without a field is shown above the form', async () => {
  server.use(http.post('/api/auth/tokens', () => refusal(403, { detail: 'You do not have permission to do this' })));
  await openForm();
  await press('Make token');
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have permission to do this');
});

it('it can be copied, and by hand where the browser does not do it', async () => {
  const copied = vi
    .fn<(text: string) => Promise<void>>()
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error('refused'));
  await openForm();
  await userEvent.type(screen.getByLabelText('Name'), 'Reader');
  await press('Make token');
  await screen.findByText(SECRET);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
  await press('Copy');
  await screen.findByText('Copied');
  expect(copied).toHaveBeenCalledWith(SECRET);
  await press('Copy');
  await screen.findByText(/copy it by hand/);
  expect(getSelection()?.toString()).toBe(SECRET);
  // It has been copied: nothing is lost.
  await press('Done');
  await screen.findByRole('list', { name: 'Your tokens' });
});

it('a token that was copied by hand is put away without a question', async () => {
  await openForm();
  await userEvent.type(screen.getByLabelText('Name'), 'Reader');
  await press('Make token');
  fireEvent.copy(await screen.findByText(SECRET));
  await press('Done');
  await screen.findByRole('list', { name: 'Your tokens' });
});

it('a new token is not dismissed by Escape', async () => {
  await openForm();
  await userEvent.type(screen.getByLabelText('Name'), 'Reader');
  await press('Make token');
  await screen.findByText(SECRET);
  const cancel = new Event('cancel', { cancelable: true });
  (await dialog()).dispatchEvent(cancel);
  expect(cancel.defaultPrevented).toBe(true);
  expect(screen.getByText(SECRET)).toBeTruthy();
});

it('a token is revoked after a question, whose first answer changes nothing', async () => {
  await open();
  await press('Revoke Export');
  expect(document.activeElement?.textContent).toBe('Keep it');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Revoke Export' }));
  expect(revoked).toEqual([]);
  await press('Revoke Export');
  await press('Revoke');
  await waitFor(() => expect(screen.queryByText('Export')).toBeNull());
  expect(revoked).toEqual(['a']);
  expect(screen.getByText('Notebook')).toBeTruthy();
});

it('one that was revoked elsewhere disappears; one that could not be revoked stays', async () => {
  server.use(
    http.delete('/api/auth/tokens/:id', ({ params }) => refusal(params['id'] === 'a' ? 404 : 500, { detail: 'No' })),
  );
  await open();
  await press('Revoke Export');
  await press('Revoke');
  await waitFor(() => expect(screen.queryByText('Export')).toBeNull());
  await press('Revoke Notebook');
  await press('Revoke');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Revoke' })).toBeTruthy());
  expect(screen.getByText('Notebook')).toBeTruthy();
});
