// Changes of many records are looked at first: a bulk edit, a bulk deletion and an import make a change set and open it.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, page, refusal, server } from '../app.fixture.tsx';
import { serveDocument } from '../app.with-sets.fixture.ts';

const id = (number: number): string => number.toString(16).padStart(24, '0');
const ACTIONS = ['read', 'create', 'update', 'delete', 'import'];
const MAY = { backoffice: ['enter'], companies: ACTIONS };
const planned: unknown[] = [];

beServed();
beforeEach(() => {
  planned.length = 0;
  serveDocument();
  server.use(
    http.get('/api/backoffice/companies', () =>
      page([
        { _id: id(1), name: 'Lulwa' },
        { _id: id(2), name: 'Reem' },
      ]),
    ),
    http.post('/api/backoffice/change-sets', async ({ request }) => {
      planned.push(await request.json());
      return HttpResponse.json({ _id: id(9) }, { status: 201 });
    }),
    http.get('/api/backoffice/change-sets/:id', () => refusal(404, {})),
  );
});

async function selected() {
  const result = open('/backoffice/companies?page=1', MAY);
  await result.user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  return { ...result, bar: await screen.findByRole('toolbar', { name: 'Selected rows' }) };
}

test('a deletion', async () => {
  const { user, bar, address } = await selected();
  await user.click(within(bar).getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Look at the changes first' }));
  await waitFor(() => expect(address()).toBe(`/backoffice/change-sets/${id(9)}`));
  expect(planned).toEqual([{ resource: 'companies', delete: true, ids: [id(1), id(2)] }]);
});

test('an edit, whose errors are at the fields of the dialog', async () => {
  const errors = [{ pointer: '/update/name', message: 'A company has this name.' }];
  server.use(
    http.post('/api/backoffice/change-sets', () => refusal(422, { detail: 'It is not valid.', errors }), {
      once: true,
    }),
  );
  const { user, bar, address } = await selected();
  await user.click(within(bar).getByRole('button', { name: 'Bulk edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit 2 companies' });
  await user.click(within(dialog).getByRole('button', { name: 'Add a field to change' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Name' }));
  const input = await within(dialog).findByRole('textbox', { name: /Name/ });
  await user.type(input, 'Lulwa');
  const look = within(dialog).getByRole('button', { name: 'Look at the changes first' });
  await user.click(look);
  await within(dialog).findByText('A company has this name.');
  await user.type(input, ' Shore');
  expect(within(dialog).queryByText('A company has this name.')).toBeNull();
  await user.click(look);
  await waitFor(() => expect(address()).toBe(`/backoffice/change-sets/${id(9)}`));
  expect(planned).toEqual([{ resource: 'companies', update: { name: 'Lulwa Shore' }, ids: [id(1), id(2)] }]);
});

test('an import, also with errors, which are corrected there', async () => {
  const requested: string[] = [];
  server.use(
    http.post('/api/backoffice/companies/import', ({ request }) => {
      const { searchParams } = new URL(request.url);
      requested.push(searchParams.get('plan') ?? `dry run ${String(searchParams.get('dryRun'))}`);
      const errors = [{ line: 2, column: 'name', message: 'A company has this name.' }];
      return searchParams.has('plan')
        ? HttpResponse.json({ _id: id(9) }, { status: 201 })
        : HttpResponse.json({ created: 0, updated: 0, skipped: 0, errors });
    }),
  );
  const { user, address } = open('/backoffice/companies/import', MAY);
  await screen.findByRole('heading', { level: 1, name: 'Import Companies' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['name\nLulwa\n'], 'companies.csv', { type: 'text/csv' }));
  await user.click(await screen.findByRole('button', { name: 'Look at the changes first' }));
  await waitFor(() => expect(address()).toBe(`/backoffice/change-sets/${id(9)}`));
  expect(requested).toEqual(['dry run true', 'true']);
});

test('two or more selected records lead to their comparison', async () => {
  await selected();
  const link = await screen.findByRole('link', { name: 'Merge' });
  expect(link.getAttribute('href')).toBe(`/backoffice/companies/duplicates?ids=${id(1)},${id(2)}`);
});
