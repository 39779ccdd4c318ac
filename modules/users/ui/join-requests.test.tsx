// Join requests as administrators see them: pending ones first, a decision, and the next step.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { beServed, everything, open, page, refusal, server } from '@mizan/admin-ui/testing';

interface Named {
  firstName: string;
  lastName: string;
}

const LIST = '/api/backoffice/join-requests';
const USER = '00112233445566778899aabb';

const request = (n: number, status: string, more: object = {}) => ({
  _id: `aaaaaaaaaaaaaaaaaaaaaa${n}0`,
  firstName: 'Sana',
  lastName: `Q${n}`,
  email: `sana${n}@example.com`,
  message: 'Hello,\nI start on Monday.',
  status,
  userId: null,
  decidedAt: null,
  createdAt: '2026-11-20T09:30:00Z',
  updatedAt: '2026-11-20T09:30:00Z',
  ...more,
});
const pending = request(1, 'pending');
const declined = request(2, 'declined');
const accepted = request(3, 'accepted', { userId: USER });

const pathOf = ({ _id: id }: { _id: string }): string => `${LIST}/${id}`;
const screenOf = ({ _id: id }: { _id: string }): string => `/backoffice/join-requests/${id}/show`;

/** Serves these records, and returns the query parameters of each request. */
function serveRecords(...records: { _id: string }[]): URLSearchParams[] {
  const confirmation: URLSearchParams[] = [];
  server.use(
    http.get(LIST, ({ request: { url } }) => {
      confirmation.push(new URL(url).searchParams);
      return page(records);
    }),
    ...records.map((record) => http.get(pathOf(record), () => HttpResponse.json(record))),
  );
  return confirmation;
}

const titleOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`;

const rowOf = async (record: Named) =>
  within((await screen.findByRole('link', { name: titleOf(record) })).closest('tr') as HTMLElement);

async function menuOf(record: Named, user: ReturnType<typeof open>['user']) {
  await user.click((await rowOf(record)).getByRole('button', { name: `Actions for ${titleOf(record)}` }));
  return within(await screen.findByRole('menu'));
}

async function acceptDialog(record: Named, user: ReturnType<typeof open>['user']) {
  await user.click((await menuOf(record, user)).getByRole('menuitem', { name: 'Accept' }));
  return within(await screen.findByRole('dialog', { name: 'Accept this request?' }));
}

const itemsOf = (menu: Awaited<ReturnType<typeof menuOf>>) =>
  menu.getAllByRole('menuitem').map((item) => item.textContent);

beServed();

test('what is pending comes first, and the status is a word', async () => {
  const confirmation = serveRecords(pending, declined);
  const { address } = open('/backoffice/join-requests');
  expect((await rowOf(pending)).getByText('Pending')).toBeTruthy();
  expect((await rowOf(declined)).getByText('Declined')).toBeTruthy();
  expect(confirmation.find((one) => one.get('limit') === '20')?.get('sort')).toBe('status:desc');
  expect(address()).toBe('/backoffice/join-requests?page=1&limit=20&sortDirection=desc');
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
    '',
    'Status',
    'First Name',
    'Last Name',
    'Email',
    'Message',
    'Sent',
    'Actions',
  ]);
});

test('a decision is offered while it makes sense', async () => {
  serveRecords(pending, declined, accepted);
  const { user } = open('/backoffice/join-requests');
  expect(itemsOf(await menuOf(pending, user))).toEqual(['View', 'Accept', 'Decline']);
  await user.keyboard('{Escape}');
  expect(itemsOf(await menuOf(declined, user))).toEqual(['View', 'Accept']);
  await user.keyboard('{Escape}');
  expect(itemsOf(await menuOf(accepted, user))).toEqual(['View', 'Open User']);
});

test('and to whom it is allowed', async () => {
  serveRecords(pending);
  const { user } = open('/backoffice/join-requests', { backoffice: ['enter'], 'join-requests': ['read', 'decline'] });
  expect(itemsOf(await menuOf(pending, user))).toEqual(['View', 'Decline']);
});

test('an accepted user gets roles, then a password', async () => {
  serveRecords(pending);
  const sent: unknown[] = [];
  server.use(
    http.post(`${pathOf(pending)}/accept`, async (info) => {
      sent.push(await info.request.json());
      return HttpResponse.json({ ...pending, status: 'accepted', userId: USER });
    }),
    http.post(`/api/backoffice/users/${USER}/set-password`, async (info) => {
      sent.push(await info.request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = open('/backoffice/join-requests');
  const dialog = await acceptDialog(pending, user);
  expect(dialog.getByText(/Hello,\s+I start on Monday\./)).toBeTruthy();
  const boxes = dialog.getAllByRole('checkbox') as HTMLInputElement[];
  expect(boxes.map((box) => [box.labels?.[0]?.textContent, box.checked])).toEqual([
    ['Admin', false],
    ['Analytics', false],
    ['Broker', false],
    ['Estimations', false],
    ['User', true],
  ]);
  await user.click(dialog.getByRole('checkbox', { name: 'Estimations' }));
  await user.click(dialog.getByRole('button', { name: 'Accept' }));

  const acceptedDialog = within(await screen.findByRole('dialog', { name: 'Request accepted' }));
  expect(sent).toEqual([{ roles: ['estimations', 'user'] }]);
  expect(acceptedDialog.getByRole('link', { name: 'Open User' }).getAttribute('href')).toBe(
    `/backoffice/users/${USER}/show`,
  );
  const next = acceptedDialog.getByRole('button', { name: 'Set Password' });
  expect(document.activeElement).toBe(next);
  const description = document.getElementById(next.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toMatch(/^Sana Q1 is a user now/);

  await user.click(next);
  const setting = within(await screen.findByRole('dialog', { name: 'Set Password' }));
  expect(setting.getByText('Set a new password for Sana Q1 (sana1@example.com)')).toBeTruthy();
  for (const field of ['New Password', 'Confirm Password']) {
    await user.click(setting.getByLabelText(field));
    await user.paste('walks by the creek');
  }
  serveRecords({ ...pending, ...accepted });
  await user.click(setting.getByRole('button', { name: 'Set Password' }));
  expect(await screen.findByText('Password set successfully')).toBeTruthy();
  expect(sent[1]).toEqual({ password: 'walks by the creek' });
  // The list is refetched when the dialog closes.
  expect((await rowOf(accepted)).getByText('Accepted')).toBeTruthy();
});

test('a user who may not set passwords sees who can', async () => {
  serveRecords(pending);
  server.use(
    http.post(`${pathOf(pending)}/accept`, () => HttpResponse.json({ ...pending, status: 'accepted', userId: USER })),
  );
  const { user } = open('/backoffice/join-requests', { ...everything, users: [] });
  await user.click((await acceptDialog(pending, user)).getByRole('button', { name: 'Accept' }));
  const acceptedDialog = within(await screen.findByRole('dialog', { name: 'Request accepted' }));
  expect(acceptedDialog.getByText('They cannot sign in until an administrator sets one.')).toBeTruthy();
  expect(acceptedDialog.queryByRole('link')).toBeNull();
  expect(acceptedDialog.getByRole('button', { name: 'Close' })).toBeTruthy();
  expect(acceptedDialog.queryByRole('button', { name: 'Set Password' })).toBeNull();
});

test('a request is not accepted without a role', async () => {
  serveRecords(pending);
  const { user } = open('/backoffice/join-requests');
  const dialog = await acceptDialog(pending, user);
  await user.click(dialog.getByRole('checkbox', { name: 'User' }));
  await user.click(dialog.getByRole('button', { name: 'Accept' }));
  expect(dialog.getByText('At least one role is required')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByRole('checkbox', { name: 'Admin' }));
});

test("a rejection shows the server's message, and the list is refetched", async () => {
  serveRecords(pending);
  server.use(
    http.post(`${pathOf(pending)}/accept`, () => refusal(409, { detail: 'This request was accepted already' })),
  );
  const { user } = open('/backoffice/join-requests');
  const dialog = await acceptDialog(pending, user);
  await user.click(dialog.getByRole('button', { name: 'Accept' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('This request was accepted already');
  serveRecords({ ...pending, ...accepted });
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect((await rowOf(accepted)).getByText('Accepted')).toBeTruthy();
});

test('a request is declined on its own screen, where its message is read whole', async () => {
  serveRecords(pending);
  server.use(http.post(`${pathOf(pending)}/decline`, () => HttpResponse.json({ ...pending, status: 'declined' })));
  const { user } = open(screenOf(pending));
  expect((await screen.findByText(/I start on Monday/)).textContent).toBe(pending.message);
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  const confirmation = within(await screen.findByRole('dialog', { name: 'Decline this request?' }));
  expect(confirmation.getByText(/it can still be accepted later/)).toBeTruthy();
  await user.click(confirmation.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Request declined')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('Declined')).toBeTruthy());
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
});

test('an accepted request links to its user', async () => {
  serveRecords(accepted);
  open(screenOf(accepted));
  expect((await screen.findByRole('link', { name: 'Sana Q3' })).getAttribute('href')).toBe(
    `/backoffice/users/${USER}/show`,
  );
});
