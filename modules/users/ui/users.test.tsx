// Actions of administrators on an account, here: allowing to link a provider.
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { beServed, everything, open, page, refusal, server } from '@mizan/admin-ui/testing';

const LIST = '/api/backoffice/users';

const omar = {
  id: '00112233445566778899aabb',
  firstName: 'Omar',
  lastName: 'Nasser',
  email: 'omar@example.com',
  imageUrl: null,
  locked: false,
  roles: ['estimations'],
  linkAllowed: false,
  createdAt: '2026-11-20T09:30:00Z',
  updatedAt: '2026-11-20T09:30:00Z',
};
const VIEW = `/backoffice/users/${omar.id}/show`;

function serveUser(user: typeof omar): void {
  server.use(
    http.get(LIST, () => page([user])),
    http.get(`${LIST}/${user.id}`, () => HttpResponse.json(user)),
  );
}

const linking = async () => (await screen.findByText('Linking', { selector: 'dt' })).nextElementSibling?.textContent;

beServed();

test('linking is allowed after a confirmation', async () => {
  serveUser(omar);
  server.use(http.post(`${LIST}/${omar.id}/allow-linking`, () => HttpResponse.json({ ...omar, linkAllowed: true })));
  const { user } = open(VIEW);
  expect(await linking()).toBe('Not allowed');
  await user.click(screen.getByRole('button', { name: 'Allow Linking' }));
  const dialog = await screen.findByRole('dialog', { name: 'Allow linking for this account?' });
  const confirmation = within(dialog);
  expect(confirmation.getByText('Omar Nasser')).toBeTruthy();
  expect(dialog.textContent).toContain('with the confirmed e-mail omar@example.com counts as theirs');
  await user.click(confirmation.getByRole('button', { name: 'Allow Linking' }));
  expect(await screen.findByText('Linking allowed')).toBeTruthy();
  expect(await linking()).toBe('Allowed');
  expect(screen.queryByRole('button', { name: 'Allow Linking' })).toBeNull();
});

test("a rejection shows the server's message", async () => {
  serveUser(omar);
  server.use(http.post(`${LIST}/${omar.id}/allow-linking`, () => refusal(409, { detail: 'This account is locked' })));
  const { user } = open(VIEW);
  await user.click(await screen.findByRole('button', { name: 'Allow Linking' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Allow Linking' }));
  expect(await screen.findByText('This account is locked')).toBeTruthy();
});

test('it is offered to those who may', async () => {
  serveUser(omar);
  open(VIEW, { ...everything, users: ['read', 'lock'] });
  expect(await screen.findByRole('button', { name: 'Lock Account' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Allow Linking' })).toBeNull();
});
