// The proposals on the overview: those to approve, and one's own.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, server } from '../app.fixture.tsx';
import { serveDocument } from '../app.with-sets.fixture.ts';

const OWN = '0123456789abcdef01234567';
const id = (number: number): string => number.toString(16).padStart(24, '0');
const set = (number: number, kind: string) => ({
  _id: id(number),
  resource: 'companies',
  kind,
  state: 'proposed',
  by: { id: id(900), name: 'Omar Saleh' },
  at: '2026-11-20T08:30:00Z',
  counts: { create: 0, update: 3, delete: 0, unchanged: 0, error: 0 },
});
interface Filters {
  conditions: { field: string; operator: string; value: unknown }[];
}
let requested: Filters['conditions'][] = [];
let total = 7;

beServed();
beforeEach(() => {
  requested = [];
  total = 7;
  serveDocument();
  server.use(
    http.get('/api/backoffice/change-sets', ({ request }) => {
      const { searchParams } = new URL(request.url);
      requested.push((JSON.parse(searchParams.get('filters') ?? '') as Filters).conditions);
      const items = total === 0 ? [] : [set(1, 'update'), set(2, 'delete')];
      return HttpResponse.json({ items, total, totalPages: 1 });
    }),
  );
});

const overview = (...actions: string[]) =>
  open('/backoffice', { backoffice: ['enter'], companies: ['read', ...actions] });

test('who may approve sees the proposals of others, with who proposed them and what they change', async () => {
  overview('approve');
  const card = (await screen.findByRole('heading', { name: 'Proposals to approve' })).closest('article') as HTMLElement;
  const [first] = within(card).getAllByRole('link');
  expect(first?.textContent).toMatch(/Change companies.*Omar Saleh · 3 to change/);
  expect(first?.getAttribute('href')).toBe(`/backoffice/change-sets/${id(1)}`);
  expect(within(card).getByRole('link', { name: 'All 7 proposals' }).getAttribute('href')).toBe(
    '/backoffice/change-sets?state=proposed',
  );
  expect(screen.queryByRole('heading', { name: 'Your proposals' })).toBeNull();
  expect(requested).toEqual([
    [
      { field: 'state', operator: 'equals', value: 'proposed' },
      { field: 'resource', operator: 'in', value: ['companies'] },
      { field: 'by', operator: 'not_equals', value: OWN },
    ],
  ]);
});

test('who proposes sees the own ones that are still open', async () => {
  overview('propose');
  await screen.findByRole('heading', { name: 'Your proposals' });
  expect(screen.queryByRole('heading', { name: 'Proposals to approve' })).toBeNull();
  expect(requested.map((one) => one.at(-1))).toEqual([{ field: 'by', operator: 'equals', value: OWN }]);
});

test('without proposals there is no card', async () => {
  total = 0;
  overview('propose', 'approve');
  await waitFor(() => expect(requested).toHaveLength(2));
  expect(screen.queryByRole('heading', { name: /roposals/ })).toBeNull();
});

test('nothing is requested for users who take no part', async () => {
  overview('update');
  await screen.findAllByRole('link', { name: /Companies/ });
  await new Promise((done) => setTimeout(done, 50));
  expect(requested).toEqual([]);
});
