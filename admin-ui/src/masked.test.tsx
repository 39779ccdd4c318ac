// What a user sees of records whose fields are hidden, masked or read-only for them.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, page, server } from './app.fixture.tsx';

const ID = '0123456789abcdef01234567';
const MAY = {
  backoffice: ['enter'],
  units: ['read', 'update', 'history'],
  'filter-definitions': ['read'],
};
const RULES = { units: { hidden: ['floor'], masked: ['yearlyRentInAED'], readonly: ['status'] } };
const unit = {
  _id: ID,
  unitNumber: '101',
  status: 'sold',
  project: { _id: ID, name: 'Reem' },
  developer: null,
  bedrooms: 2,
  purchasePriceInAED: null,
  yearlyRentInAED: null,
  amenities: [],
  masked: ['developer', 'purchasePriceInAED', 'yearlyRentInAED'],
};
const version = {
  version: 2,
  action: 'update',
  at: '2026-11-27T13:51:11Z',
  actor: { id: ID, name: 'Layla Haddad' },
  request: null,
  before: unit,
  after: { ...unit, bedrooms: 3 },
  changed: ['bedrooms', 'purchasePriceInAED'],
};

beServed();
beforeEach(() => {
  server.use(
    http.get('/api/backoffice/units', () => page([unit])),
    http.get(`/api/backoffice/units/${ID}`, () => HttpResponse.json(unit, { headers: { ETag: '"1"' } })),
    http.get(`/api/backoffice/units/${ID}/history`, () =>
      HttpResponse.json({ items: [version], total: 1, page: 1, limit: 20, totalPages: 1 }),
    ),
  );
});

test('a list shows what is masked as such, and has no column of what is hidden', async () => {
  open('/backoffice/units', MAY, RULES);
  const row = (await screen.findByText('101')).closest('tr') as HTMLElement;
  expect(within(row).getAllByText('Hidden from you').length).toBeGreaterThan(1);
  expect(screen.queryByRole('columnheader', { name: /Floor/ })).toBeNull();
  expect(within(screen.getByRole('columnheader', { name: /Yearly rent/ })).queryByRole('button')).toBeNull();
});

test('a record and its history show what is masked as such', async () => {
  const { user } = open(`/backoffice/units/${ID}/show`, MAY, RULES);
  const rent = await screen.findByText('Yearly rent');
  expect(within(rent.parentElement as HTMLElement).getByText('Hidden from you')).toBeTruthy();
  expect(screen.queryByText('Floor')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'History' }));
  expect(await screen.findByText(/changed Bedrooms and Purchase price/)).toBeTruthy();
});

test('a form sends neither what is masked nor what is read-only', async () => {
  let sent: unknown;
  server.use(
    http.patch(`/api/backoffice/units/${ID}`, async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ ...unit, bedrooms: 3 });
    }),
  );
  const { user } = open(`/backoffice/units/${ID}`, MAY, RULES);
  const bedrooms = await screen.findByLabelText('Bedrooms');
  expect((screen.getByLabelText('Status') as HTMLSelectElement).disabled).toBe(true);
  expect(screen.getByText('You may not change Status.')).toBeTruthy();
  expect(screen.getByText('You may not see Yearly rent.')).toBeTruthy();
  expect(screen.getByText('You may not see Developer.')).toBeTruthy();
  expect(screen.queryByLabelText('Yearly rent')).toBeNull();
  expect(screen.queryByLabelText('Floor')).toBeNull();
  await user.clear(bedrooms);
  await user.type(bedrooms, '3');
  await user.click(screen.getByRole('button', { name: /Save|Update/ }));
  await waitFor(() => expect(sent).toEqual({ bedrooms: 3 }));
});
