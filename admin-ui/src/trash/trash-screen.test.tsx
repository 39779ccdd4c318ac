// The trash: deleted records of a resource, restored one by one or many, with refusals by name.
import { toast } from '@mizan/ui-kit/toaster';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, refusal, server } from '../app.fixture.tsx';
import { serveDocument } from '../app.with-sets.fixture.ts';

const id = (number: number): string => number.toString(16).padStart(24, '0');
const MAY = { backoffice: ['enter'], companies: ['read', 'update', 'delete', 'restore', 'history'] };
const deleted = (number: number, title: string) => ({
  _id: id(number),
  title,
  deletedAt: '2026-11-20T08:30:00Z',
  by: { id: id(900), name: 'Omar Saleh' },
  requestId: 'deletion',
  version: number,
});
const restored: unknown[] = [];

beServed();
beforeEach(() => {
  restored.length = 0;
  toast.removeAll();
  serveDocument();
  server.use(
    http.get('/api/backoffice/companies/deleted', () =>
      HttpResponse.json({ items: [deleted(3, 'Lulwa'), deleted(4, 'Reem')], total: 2, totalPages: 1 }),
    ),
    http.post('/api/backoffice/companies/:id/restore', async ({ request, params }) => {
      restored.push([params['id'], await request.json()]);
      return params['id'] === id(4)
        ? refusal(409, { detail: 'A company has this name.' })
        : HttpResponse.json({ _id: params['id'], name: 'Lulwa' });
    }),
  );
});

test('a record is restored to the version before its deletion', async () => {
  const { user } = open('/backoffice/trash', MAY);
  const list = await screen.findByRole('list', { name: 'Deleted companies' });
  const [first] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('Omar Saleh');
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Restore' }));
  await screen.findByText('Lulwa restored');
  expect(restored).toEqual([[id(3), { version: 3 }]]);
});

test('many are restored one after the other, and those that are refused stay chosen and are named', async () => {
  const { user } = open('/backoffice/trash?resource=companies', MAY);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all of this page' }));
  await user.click(screen.getByRole('button', { name: 'Restore 2 records' }));
  const dialog = await screen.findByRole('dialog', { name: 'Restoring deleted records' });
  await within(dialog).findByText('A company has this name.', { exact: false });
  expect(restored.map((one) => (one as unknown[])[0])).toEqual([id(3), id(4)]);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('checkbox', { name: 'Select Reem' })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: 'Select Lulwa' })).toHaveProperty('checked', false);
});

test('it says when nothing is deleted', async () => {
  server.use(
    http.get('/api/backoffice/companies/deleted', () => HttpResponse.json({ items: [], total: 0, totalPages: 0 })),
  );
  open('/backoffice/trash', MAY);
  expect(await screen.findByRole('heading', { name: 'No deleted companies' })).toBeTruthy();
});

test('users who may not restore only look', async () => {
  open('/backoffice/trash', { backoffice: ['enter'], companies: ['read', 'history'] });
  await screen.findByRole('list', { name: 'Deleted companies' });
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('users who may read no history have no trash', async () => {
  open('/backoffice/trash', { backoffice: ['enter'], companies: ['read'] });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});
