// The feed of changes across resources: sentences, values, addresses, and a filter that cannot be applied.
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, refusal, server } from '../app.fixture.tsx';

const MAY = { backoffice: ['enter'], units: ['read', 'history'] };
const ID = '0123456789abcdef01234567';
const REQUEST = '0123456789abcdef01234568';
const unit = { _id: ID, unitNumber: '101', yearlyRentInAED: 90_000 };
const change = {
  at: '2026-11-20T08:30:00Z',
  actor: { id: ID, name: 'Omar Saleh' },
  resource: 'units',
  record: { _id: ID, title: '101 · Reem' },
  action: 'update',
  changed: ['yearlyRentInAED'],
  before: unit,
  after: { ...unit, yearlyRentInAED: 95_000 },
  requestId: REQUEST,
  count: 1,
};
const imported = { ...change, action: 'import', before: null, after: unit, count: 20 };
const requested: URLSearchParams[] = [];

beServed();
beforeEach(() => {
  requested.length = 0;
  const definition = { label: 'Request', type: 'select', operators: ['equals'], options: null, reference: null };
  server.use(
    http.get('/api/backoffice/changes/filter-definitions', () =>
      HttpResponse.json([
        { ...definition, key: 'requestId' },
        { ...definition, key: 'resource', label: 'Resource', options: [{ value: 'units', label: 'Units' }] },
      ]),
    ),
    http.get('/api/backoffice/changes', ({ request }) => {
      requested.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: [change, imported], total: 2, page: 1, limit: 20, totalPages: 1 });
    }),
  );
});

test('each change is a sentence with old and new values, and leads to what it changed', async () => {
  open('/backoffice/changes', MAY);
  const one = await screen.findByRole('link', { name: 'Omar Saleh updated unit 101 · Reem' });
  expect(one.getAttribute('href')).toBe(`/backoffice/units/${ID}/history?at=2026-11-20T08%3A30%3A00Z`);
  expect(screen.getByText('90,000')).toBeTruthy();
  expect(screen.getByText('95,000')).toBeTruthy();
  const many = screen.getByRole('link', { name: 'Omar Saleh imported 20 units' }).getAttribute('href') ?? '';
  const filters = new URLSearchParams(many.split('?')[1]).get('filters') ?? '';
  expect(JSON.parse(filters)).toEqual({
    operator: 'AND',
    conditions: [
      { field: 'requestId', operator: 'equals', value: REQUEST },
      { field: 'resource', operator: 'equals', value: 'units' },
    ],
  });
});

test('its filter and page are in the address, and a filter that cannot be applied shows nothing', async () => {
  const filter = (field: string) =>
    encodeURIComponent(
      JSON.stringify({ operator: 'AND', conditions: [{ field, operator: 'equals', value: 'units' }] }),
    );
  const { user } = open(`/backoffice/changes?page=2&filters=${filter('table')}`, MAY);
  expect((await screen.findByRole('alert')).textContent).toContain('There is no field “table” to filter changes by.');
  expect(requested).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show without it' }));
  await screen.findByRole('link', { name: 'Omar Saleh imported 20 units' });
  expect(requested.map((one) => one.get('filters'))).toEqual([null]);
});

test('it says when there is nothing, and when it could not be loaded', async () => {
  server.use(
    http.get('/api/backoffice/changes', () => refusal(503, { detail: 'The database is out of reach.' }), {
      once: true,
    }),
    http.get('/api/backoffice/changes', () => HttpResponse.json({ items: [], total: 0, page: 1, totalPages: 0 })),
  );
  const { user } = open('/backoffice/changes', MAY);
  expect((await screen.findByRole('alert')).textContent).toContain('The database is out of reach.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No changes' })).toBeTruthy();
});

test('users who may read no history have no feed', async () => {
  open('/backoffice/changes', { backoffice: ['enter'] });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});
