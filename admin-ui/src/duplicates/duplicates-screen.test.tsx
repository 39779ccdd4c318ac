// Duplicates: groups of records, which one stays, and the change set that merges them.
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, page, refusal, server } from '../app.fixture.tsx';
import { serveDocument } from '../app.with-sets.fixture.ts';

const id = (number: number): string => number.toString(16).padStart(24, '0');
const MAY = { backoffice: ['enter'], companies: ['read', 'update', 'delete'] };
const companies = [
  { _id: id(1), name: 'Lulwa' },
  { _id: id(2), name: 'LULWA' },
  { _id: id(3), name: 'Lulwa Co' },
];
const group = {
  records: companies.map(({ _id, name }, at) => ({ _id, title: name, references: at === 1 ? 7 : 0 })),
  because: ['Name'],
};
const planned: unknown[] = [];

beServed();
beforeEach(() => {
  planned.length = 0;
  serveDocument();
  server.use(
    http.get('/api/backoffice/companies/duplicates', () =>
      HttpResponse.json({ items: [group], total: 1, page: 1, limit: 20, totalPages: 1 }),
    ),
    http.get('/api/backoffice/companies', () => page(companies)),
    http.post('/api/backoffice/change-sets', async ({ request }) => {
      planned.push(await request.json());
      return HttpResponse.json({ _id: id(9) }, { status: 201 });
    }),
    http.get('/api/backoffice/change-sets/:id', () => refusal(404, {})),
  );
});

test('the record with the most references stays unless another one is chosen, and some are left out', async () => {
  const { user, address } = open('/backoffice/companies/duplicates', MAY);
  const one = await screen.findByRole('region', { name: /LULWA/ });
  expect(one.textContent).toContain('Same Name');
  expect(within(one).getByRole('radio', { name: 'LULWA stays' })).toHaveProperty('checked', true);
  await user.click(within(one).getByRole('radio', { name: 'Lulwa stays' }));
  await user.click(within(one).getByRole('checkbox', { name: 'Merge Lulwa Co' }));
  await user.click(within(one).getByRole('button', { name: 'Merge' }));
  await screen.findByRole('heading', { name: 'This change set does not exist' });
  expect(address()).toBe(`/backoffice/change-sets/${id(9)}`);
  expect(planned).toEqual([{ resource: 'companies', merge: { into: id(1) }, ids: [id(2)] }]);
});

test('selected records are compared field by field', async () => {
  open(`/backoffice/companies/duplicates?ids=${id(1)},${id(2)},${id(3)}`, MAY);
  const table = await screen.findByRole('table', { name: /Fields of/ });
  const names = within(table).getByRole('row', { name: /^Name/ });
  expect(
    within(names)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Lulwa', 'LULWA', 'Lulwa Co']);
});

test('it says when there are none, and when too few are selected', async () => {
  server.use(
    http.get('/api/backoffice/companies/duplicates', () => HttpResponse.json({ items: [], total: 0, totalPages: 0 })),
  );
  const { user } = open(`/backoffice/companies/duplicates?ids=${id(1)}`, MAY);
  await screen.findByRole('heading', { name: 'Choose two or more records.' });
  await user.click(screen.getByRole('link', { name: 'All duplicates' }));
  await screen.findByRole('heading', { name: 'No duplicates' });
});

test('a refusal is shown where it was requested', async () => {
  server.use(http.post('/api/backoffice/change-sets', () => refusal(409, { detail: 'Records were deleted.' })));
  const { user } = open('/backoffice/companies/duplicates', MAY);
  await user.click(await screen.findByRole('button', { name: 'Merge' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Records were deleted.');
});

test('users who may not change records compare them only', async () => {
  open('/backoffice/companies/duplicates', { ...MAY, companies: ['read'] });
  await screen.findByRole('button', { name: 'Compare' });
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
});
