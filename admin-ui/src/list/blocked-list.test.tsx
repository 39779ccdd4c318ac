// A list whose filter cannot be applied shows no records, no total and no actions on them until the user decides.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, page, server } from '../app.fixture.tsx';

const MAY = {
  backoffice: ['enter'],
  units: ['read', 'create', 'update', 'delete', 'export'],
  projects: ['read'],
  'filter-definitions': ['read'],
  'saved-filters': ['read', 'create'],
};
const STATUS = {
  key: 'status',
  label: 'Status',
  type: 'select',
  operators: ['equals', 'in'],
  options: [{ value: 'sold', label: 'Sold' }],
  placeholder: null,
  hasIndex: true,
  required: true,
  reference: null,
  unit: null,
};
const UNITS = '/backoffice/units';
const SOLD = { field: 'status', operator: 'equals', value: 'sold' };
const GHOST = { field: 'orientation', operator: 'equals', value: 'north' };
const unit = {
  _id: '0123456789abcdef01234567',
  unitNumber: '101',
  status: 'sold',
  project: { _id: '1', name: 'Reem' },
};

const requested: URLSearchParams[] = [];

beServed();
beforeEach(() => {
  requested.length = 0;
  server.use(
    http.get('/api/backoffice/units/filter-definitions', () => HttpResponse.json([STATUS])),
    http.get('/api/backoffice/units', ({ request }) => {
      const { searchParams } = new URL(request.url);
      // The menu of the navigation asks for totals.
      if (searchParams.get('limit') !== '1') requested.push(searchParams);
      return page([unit]);
    }),
  );
});

const addressOf = (...conditions: object[]): string =>
  `${UNITS}?page=1&limit=20&sortDirection=asc&filters=${encodeURIComponent(JSON.stringify({ operator: 'AND', conditions }))}`;
const notice = () => screen.findByRole('alert');
const button = (name: string) => screen.getByRole('button', { name });

function expectNothingShown() {
  expect(screen.queryByText('101')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByText(/of 1 results/)).toBeNull();
}

test.each([
  ['a field', [GHOST], 'There is no field “orientation” to filter units by.'],
  ['a comparison', [{ ...SOLD, operator: 'resembles' }], 'Status cannot be compared with “resembles”.'],
  ['an option', [{ ...SOLD, value: 'haunted' }], '“haunted” is not a possible value of Status.'],
  ['a list without values', [{ ...SOLD, operator: 'in', value: [] }], 'The condition on Status has no value.'],
])('nothing is shown for %s that does not exist', async (_, conditions, message) => {
  const { address } = open(addressOf(...conditions), MAY);
  const shown = await notice();
  expect(shown.textContent).toContain('This filter cannot be applied');
  expect(shown.textContent).toContain(message);
  expect(shown.textContent).toContain('No units are shown until you choose how to continue.');
  expectNothingShown();
  expect(address()).toBe(addressOf(...conditions));
});

test('the user decides to show what remains, or everything', async () => {
  const { address, user } = open(addressOf(SOLD, GHOST), MAY);
  expect(within(await notice()).getAllByRole('button')).toHaveLength(3);
  await user.click(button('Show without it'));
  expect(await screen.findByText('101')).toBeTruthy();
  expect(address()).toBe(addressOf(SOLD));
  // Never half of it, nor what the server would refuse.
  expect(requested.map((one) => one.get('filters'))).toEqual([JSON.stringify({ operator: 'AND', conditions: [SOLD] })]);
});

test('clearing the filter shows everything', async () => {
  const { address, user } = open(addressOf(SOLD, GHOST), MAY);
  await user.click(within(await notice()).getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('101')).toBeTruthy();
  expect(address()).toBe(`${UNITS}?page=1&limit=20&sortDirection=asc`);
});

test('the filter is edited where it is wrong', async () => {
  const { address, user } = open(addressOf(SOLD, GHOST), MAY);
  await notice();
  await user.click(button('Edit the filter'));
  const builder = within(await screen.findByRole('dialog', { name: 'Filter units' }));
  expect(builder.getByText('Choose another field, or remove this condition.')).toBeTruthy();
  await user.click(builder.getAllByRole('button', { name: 'Remove this condition' })[1] as HTMLElement);
  await user.click(builder.getByRole('button', { name: 'Apply filters' }));
  expect(await screen.findByText('101')).toBeTruthy();
  expect(address()).toBe(addressOf(SOLD));
});

test.each(['[{bad', '[]', '{"operator":"NOT","conditions":[{"field":"status","operator":"equals","value":"sold"}]}'])(
  'nothing is shown for %s',
  async (text) => {
    const { user } = open(`${UNITS}?filters=${encodeURIComponent(text)}`, MAY);
    expect((await notice()).textContent).toContain('The filter of this address cannot be read.');
    expectNothingShown();
    expect(requested).toEqual([]);
    await user.click(button('Show without it'));
    expect(await screen.findByText('101')).toBeTruthy();
  },
);

test('nothing is shown for a search that is too long', async () => {
  const { user } = open(`${UNITS}?search=${'x'.repeat(201)}`, MAY);
  expect((await notice()).textContent).toContain('The search is longer than 200 characters.');
  expect(requested).toEqual([]);
  await user.click(button('Show without it'));
  expect(await screen.findByText('101')).toBeTruthy();
});

test('nothing is shown to users who may not filter', async () => {
  open(addressOf(SOLD), { backoffice: ['enter'], units: ['read'] });
  expect((await notice()).textContent).toContain('You do not have permission to filter units.');
  expectNothingShown();
  expect(requested).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Edit the filter' })).toBeNull();
});

const saved = (filterState: unknown, isDefault: boolean) =>
  server.use(
    http.get('/api/backoffice/saved-filters', () =>
      HttpResponse.json([
        {
          id: 'f1',
          name: 'North',
          description: null,
          isDefault,
          shared: false,
          own: true,
          owner: { id: '1', name: 'Layla Haddad' },
          filterState,
        },
      ]),
    ),
  );

test('the default filter is not left out either', async () => {
  saved({ operator: 'AND', conditions: [GHOST] }, true);
  open(UNITS, MAY);
  const shown = await notice();
  expect(shown.textContent).toContain('There is no field “orientation” to filter units by.');
  expect(shown.textContent).toContain('It is your default filter “North”.');
  expectNothingShown();
});

test('a saved filter that cannot be read is not the same as none', async () => {
  saved({ operator: 'AND', conditions: [{ field: 'status' }] }, false);
  const { user } = open(UNITS, MAY);
  expect(await screen.findByText('101')).toBeTruthy();
  await user.click(button('Saved filters'));
  await user.click(await screen.findByRole('button', { name: /^North/ }));
  expect((await notice()).textContent).toContain('The filter of this address cannot be read.');
  expectNothingShown();
});

test('a page and an order that do not exist are replaced with a note', async () => {
  const { address, user } = open(`${UNITS}?page=0&limit=1000&sort=ghost:up`, MAY);
  expect(await screen.findByText('101')).toBeTruthy();
  expect(address()).toBe(`${UNITS}?page=1&limit=20&sortDirection=asc`);
  const note = (await screen.findByText(/There is no page “0”/)).textContent;
  expect(note).toContain('A page cannot have “1000” units');
  expect(note).toContain('The units cannot be sorted by “ghost:up”');
  await user.click(button('Close this note'));
  await waitFor(() => expect(screen.queryByText(/There is no page “0”/)).toBeNull());
});

test('a related list cannot be filtered by its address', async () => {
  const id = '0123456789abcdef01234568';
  const project = { _id: id, name: 'Reem', location: 'Dubai', developer: { _id: id, name: 'Lulwa' } };
  server.use(
    http.get(`/api/backoffice/projects/${id}`, () => HttpResponse.json(project, { headers: { ETag: '"1"' } })),
  );
  const { user } = open(
    `/backoffice/projects/${id}/related/units?filters=${JSON.stringify({ operator: 'AND', conditions: [SOLD] })}`,
    MAY,
  );
  expect((await notice()).textContent).toContain('It cannot be filtered or searched here.');
  expectNothingShown();
  await user.click(button('Show without it'));
  expect(await screen.findByText('101')).toBeTruthy();
});
