// Undo in the toast of what was written: offered where the document and the permissions allow it, with Redo, and with the
// records that were changed since.
import { toast } from '@mizan/ui-kit/toaster';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { beServed, open, refusal, server } from '../app.fixture.tsx';
import { serveDocument } from '../app.with-sets.fixture.ts';

const ID = '0123456789abcdef01234567';
const company = { _id: ID, name: 'Lulwa', createdAt: '2026-11-20T08:30:00Z', updatedAt: '2026-11-20T08:30:00Z' };
const MAY = { backoffice: ['enter'], companies: ['read', 'create', 'update', 'delete', 'restore', 'history'] };
const undos: unknown[] = [];

const from = (request: string) => ({ headers: { 'X-Request-Id': request, ETag: '"1"' } });

beServed();
beforeEach(() => {
  undos.length = 0;
  toast.removeAll();
  serveDocument(['company_create', 'company_delete']);
  server.use(
    http.get(`/api/backoffice/companies/${ID}`, () => HttpResponse.json(company, from('read'))),
    http.delete(`/api/backoffice/companies/${ID}`, () => new HttpResponse(null, { status: 204, ...from('deletion') })),
    http.post('/api/backoffice/undo', async ({ request }) => {
      undos.push(await request.json());
      return HttpResponse.json({ undone: 1 }, from(`undo ${String(undos.length)}`));
    }),
  );
});

async function remove(may: Record<string, string[]>) {
  const { user } = open(`/backoffice/companies/${ID}/show`, may);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Company deleted successfully');
  return user;
}

test('a deletion is undone by its request, and done again by that of the undo', async () => {
  const user = await remove(MAY);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Company restored');
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  await screen.findByText('Done again');
  expect(undos).toEqual([{ requestId: 'deletion' }, { requestId: 'undo 1' }]);
});

test('it is not offered to a user who may not do the opposite', async () => {
  await remove({ ...MAY, companies: ['read', 'update', 'delete', 'history'] });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('it is not offered where the document does not say that it can be undone', async () => {
  serveDocument();
  await remove(MAY);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('what was changed since is named, and Redo is not offered', async () => {
  const errors = [{ pointer: '/records/0', message: 'Lulwa was changed since.' }];
  server.use(http.post('/api/backoffice/undo', () => refusal(409, { detail: '1 record was changed since.', errors })));
  const user = await remove(MAY);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Lulwa was changed since.');
  expect(screen.getByText('1 record was changed since.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Redo' })).toBeNull();
});

test('a version in the history is undone after a question that says how many records its request changed', async () => {
  const version = { version: 1, at: company.createdAt, actor: null, before: null, after: company, changed: [] };
  const requested: (string | null)[] = [];
  server.use(
    http.get(`/api/backoffice/companies/${ID}/history`, () =>
      HttpResponse.json({ items: [{ ...version, action: 'create', request: 'creation' }], total: 1 }),
    ),
    http.get('/api/backoffice/changes', ({ request }) => {
      requested.push(new URL(request.url).searchParams.get('filters'));
      return HttpResponse.json({ items: [], total: 20, totalPages: 20 });
    }),
  );
  const { user } = open(`/backoffice/companies/${ID}/history`, MAY);
  await user.click(await screen.findByRole('button', { name: 'Undo this change' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change?' });
  await within(dialog).findByText(/The request changed 20 records\./);
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 change undone');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(undos).toEqual([{ requestId: 'creation' }]);
  expect(requested.some((one) => one?.includes('"creation"'))).toBe(true);
});

describe('what was done record by record', () => {
  const id = (number: number): string => number.toString(16).padStart(24, '0');
  const deleted = [1, 2].map((number) => ({
    _id: id(number),
    title: `Lulwa ${String(number)}`,
    deletedAt: '2026-11-20T08:30:00Z',
    by: null,
    requestId: 'deletion',
    version: 1,
  }));

  async function restoreBoth() {
    serveDocument(['company_restore']);
    server.use(
      http.get('/api/backoffice/companies/deleted', () =>
        HttpResponse.json({ items: deleted, total: 2, totalPages: 1 }),
      ),
      http.post('/api/backoffice/companies/:id/restore', ({ params }) =>
        HttpResponse.json({ ...company, _id: params['id'] }, from(`restore ${String(params['id']).slice(-1)}`)),
      ),
    );
    const { user } = open('/backoffice/trash', MAY);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all of this page' }));
    await user.click(screen.getByRole('button', { name: 'Restore 2 records' }));
    await screen.findByText('2 records restored');
    return user;
  }

  test('is undone by one button, the newest request first, and done again in order', async () => {
    const user = await restoreBoth();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('2 changes undone');
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await screen.findByText('Done again');
    expect(undos).toEqual(['restore 2', 'restore 1', 'undo 2', 'undo 1'].map((requestId) => ({ requestId })));
  });

  test('is undone as far as it can be, and the others are named', async () => {
    const errors = [{ pointer: '/records/0', message: 'Lulwa 2 was changed since.' }];
    server.use(
      http.post('/api/backoffice/undo', async ({ request }) => {
        const body = (await request.json()) as { requestId: string };
        undos.push(body);
        return body.requestId === 'restore 2'
          ? refusal(409, { detail: '1 record was changed since.', errors })
          : HttpResponse.json({ undone: 1 }, from('undo'));
      }),
    );
    const user = await restoreBoth();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Lulwa 2 was changed since.');
    expect(screen.getByText(/1 undone\. 1 could not be undone/)).toBeTruthy();
    expect(undos).toHaveLength(2);
  });
});
