// The analytics area: its index, and the explorer, whose only state is the URL.
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, refusal, server } from '../app.fixture.tsx';
import { answer, overview, PROJECT, withMeasures } from './analytics.fixture.ts';

const ANALYST = { analytics: ['enter', 'read', 'export'], 'filter-definitions': ['read'] };
const EXPLORER = '/analytics/explorer';
const VIEW = `${EXPLORER}?dataset=units&measures=rent&rows=project`;

const requests: URL[] = [];

beServed();
beforeEach(() => {
  requests.length = 0;
  server.use(
    http.get('/api/openapi.json', () => HttpResponse.json(withMeasures(JSON.parse(text) as ApiDocument))),
    http.get('/api/analytics/overview', () => HttpResponse.json(overview)),
    http.get('/api/analytics/explore', ({ request }) => {
      requests.push(new URL(request.url));
      return HttpResponse.json(answer);
    }),
  );
});

const lastRequest = () => decodeURIComponent(requests.at(-1)?.search ?? '');

test('the index shows each measure with its record count and its change as text', async () => {
  open('/analytics', ANALYST);
  const list = await screen.findByRole('list', { name: 'Measures of this week' });
  const cards = within(list)
    .getAllByRole('listitem')
    .map((card) => card.textContent);
  expect(cards).toEqual([
    'Units covered34 of 120Up 12 since last weekn 120',
    'Median spread8.10 %Down 0.4 pp since last weekn 90',
    'Median gross yield6.42 %Unchanged since last weekn 90',
    'Open flags7No value for last weekn 7',
    'Median net yield—No valuen 0',
  ]);
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([`${EXPLORER}?dataset=units&measures=coverage&rows=project`]);
  expect(screen.getByText('Week of 16 Nov 2026 · As of 20 Nov 2026, 12:30')).toBeTruthy();
});

test('an index that fails to load shows an error and can be retried', async () => {
  server.use(
    http.get('/api/analytics/overview', () => refusal(503, { detail: 'The database is out of reach.' }), {
      once: true,
    }),
  );
  const { user } = open('/analytics', ANALYST);
  expect((await screen.findByRole('alert')).textContent).toContain('The database is out of reach.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Measures of this week' })).toBeTruthy();
});

test('a user without permission sees neither measures nor links to them', async () => {
  open(EXPLORER, { analytics: ['enter'], backoffice: ['enter'], units: ['read'] });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Explorer' })).toBeNull();
  expect(requests).toEqual([]);
});

test('a view is corrected in the address, requested as corrected, and drawn as a table', async () => {
  const { address } = open(
    `${EXPLORER}?dataset=units&measures=rent&measures=grossYield&rows=project&cols=project&limit=9999`,
    ANALYST,
  );
  const table = await screen.findByRole('table', { name: 'Rent and Gross yield by Project' });
  expect(address()).toBe(`${EXPLORER}?dataset=units&measures=rent&measures=grossYield&rows=project`);
  expect(lastRequest()).toBe('?dataset=units&measures=rent&measures=grossYield&rows=project');
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Project', 'Rent AED', 'Gross yield %'],
    ['Creekside Rise', '120,000n 34', '6.4n 31'],
    ['Not stated', '80,000n 2', '—No valuen 0'],
  ]);
  expect(screen.getByText('2 of 5 rows')).toBeTruthy();
  expect(screen.getByText('Gross yield: None of these units has a price.')).toBeTruthy();
});

test('a heading sorts by its measure, highest first, then reversed', async () => {
  const { address, user } = open(VIEW, ANALYST);
  await user.click(await screen.findByRole('button', { name: 'Rent AED' }));
  expect(address()).toBe(`${VIEW}&sort=rent%3Adesc`);
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Rent AED' }).getAttribute('aria-sort')).toBe('descending'),
  );
  await user.click(screen.getByRole('button', { name: 'Rent AED' }));
  expect(address()).toBe(`${VIEW}&sort=rent%3Aasc`);
});

test('controls change the address; what a view cannot have is not offered', async () => {
  const { address, user } = open(VIEW, ANALYST);
  await screen.findByRole('table');
  expect(screen.queryByLabelText('Group time by')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Columns'), 'Week');
  await user.selectOptions(screen.getByLabelText('Group time by'), 'Month');
  await user.click(screen.getByRole('combobox', { name: 'Measures' }));
  await user.click(await screen.findByRole('option', { name: /^Gross yield/ }));
  await user.selectOptions(screen.getByLabelText('Compare with'), 'As listed');
  expect(address()).toBe(
    `${EXPLORER}?dataset=units&measures=rent&measures=grossYield&rows=project&cols=week&grain=month&compare=listed`,
  );
  await user.selectOptions(screen.getByLabelText('Data'), 'Projects');
  expect(address()).toBe(
    `${EXPLORER}?dataset=projects&measures=rent&rows=project&cols=week&grain=month&compare=listed`,
  );
});

test('a compared value is shown next to its measure, with the difference', async () => {
  const compared = { rent: { value: 120_000, n: 34, compare: { value: 110_000, n: 30 } } };
  server.use(
    http.get('/api/analytics/explore', () =>
      HttpResponse.json({
        ...answer,
        total: 1,
        rows: [{ row: { key: PROJECT, label: 'Creekside Rise' }, values: compared }],
      }),
    ),
  );
  open(`${VIEW}&compare=listed`, ANALYST);
  const table = await screen.findByRole('table');
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Project', 'Rent AED', 'Rent, listed AED', 'Rent, difference AED'],
    ['Creekside Rise', '120,000n 34', '110,000n 30', '+10,000'],
  ]);
});

test('columns are adjacent under a heading of their own', async () => {
  const row = { key: PROJECT, label: 'Creekside Rise' };
  const col = (key: string) => ({ key, label: key === '0' ? 'Studio' : `${key}BR` });
  const cell = (key: string, value: number) => ({
    row,
    col: col(key),
    values: { rent: { value, n: 1 } },
  });
  server.use(
    http.get('/api/analytics/explore', () =>
      HttpResponse.json({
        ...answer,
        total: 1,
        cols: [col('0'), col('2')],
        rows: [cell('0', 50_000), cell('2', 90_000)],
      }),
    ),
  );
  open(`${VIEW}&cols=bedrooms`, ANALYST);
  const table = await screen.findByRole('table', { name: 'Rent by Project and Bedrooms' });
  const rows = within(table)
    .getAllByRole('row')
    .map((one) => [...one.children].map((each) => each.textContent));
  expect(rows).toEqual([
    ['Project', 'Studio', '2BR'],
    ['Rent AED', 'Rent AED'],
    ['Creekside Rise', '50,000n 1', '90,000n 1'],
  ]);
});

test("a rejected view shows the server's message and is not requested again", async () => {
  server.use(
    http.get('/api/analytics/explore', () => refusal(400, { detail: '`rows` cannot be `week` with `rent`.' })),
  );
  open(`${EXPLORER}?dataset=units&measures=rent&rows=week`, ANALYST);
  const cards = await screen.findByRole('alert');
  expect(cards.textContent).toContain('`rows` cannot be `week` with `rent`.');
  expect(within(cards).queryByRole('button')).toBeNull();
});

test('options that exclude each other are disabled with a reason', async () => {
  const { address, user } = open(`${EXPLORER}?dataset=units&measures=units&rows=estimator`, ANALYST);
  const note = await screen.findByText('Units cannot be grouped by Estimator, which was left out.');
  expect(address()).toBe(`${EXPLORER}?dataset=units&measures=units`);
  const option = screen
    .getByLabelText('Rows')
    .querySelector<HTMLOptionElement>('option[value="estimator"]') as HTMLOptionElement;
  expect([option.disabled, option.textContent]).toEqual([true, 'Estimator (not with Units)']);
  await user.selectOptions(screen.getByLabelText('Rows'), 'Status');
  expect(note.isConnected).toBe(false);
  await user.click(screen.getByRole('combobox', { name: 'Measures' }));
  const spread = await screen.findByRole('option', { name: /^Spread/ });
  expect(spread.getAttribute('aria-disabled')).toBe('true');
  expect(spread.textContent).toContain('Cannot be grouped by Status');
});

test('measures can be reordered and keep the focus', async () => {
  const { address, user } = open(`${VIEW}&measures=grossYield&measures=units`, ANALYST);
  const order = within(await screen.findByRole('list', { name: 'Order of the measures' }));
  const forward = () => order.getByRole('button', { name: 'Move Gross yield forward' });
  await user.click(forward());
  await waitFor(() => expect(address()).toContain('measures=grossYield&measures=rent&measures=units'));
  expect(document.activeElement).toBe(forward());
  expect(forward().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Gross yield is 1 of 3')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(address()).toContain('measures=grossYield&measures=rent&measures=units');
  await user.click(order.getByRole('button', { name: 'Move Gross yield back' }));
  await waitFor(() => expect(address()).toContain('measures=rent&measures=grossYield&measures=units'));
});

test('a view without records shows an empty state', async () => {
  server.use(http.get('/api/analytics/explore', () => HttpResponse.json({ ...answer, rows: [], total: 0 })));
  open(VIEW, ANALYST);
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeTruthy();
});

const FILTERS = { operator: 'AND', conditions: [{ field: 'project', operator: 'equals', value: PROJECT }] };
const DEFINITION = {
  key: 'project',
  label: 'Project',
  type: 'select',
  operators: ['equals', 'in'],
  options: null,
  placeholder: null,
  hasIndex: true,
  required: false,
  reference: 'projects',
  unit: null,
};
const filtered = `&filters=${encodeURIComponent(JSON.stringify(FILTERS))}`;

test('a filter names records as the answer does when the user may not read them', async () => {
  server.use(http.get('/api/backoffice/units/filter-definitions', () => HttpResponse.json([DEFINITION])));
  const { address, user } = open(VIEW + filtered, ANALYST);
  expect(await screen.findByRole('button', { name: 'Change the filter: Project is Creekside Rise' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove the filter: Project is Creekside Rise' }));
  await waitFor(() => expect(address()).toBe(VIEW));
});

test('each value links to its records with the same filter', async () => {
  server.use(http.get('/api/backoffice/units/filter-definitions', () => HttpResponse.json([DEFINITION])));
  open(VIEW + filtered, ANALYST);
  const first = await screen.findByRole('row', { name: /^Creekside Rise/ });
  const links = within(first).getAllByRole('link');
  const expected = new URLSearchParams(VIEW.split('?')[1] + filtered);
  expected.append('row', PROJECT);
  for (const link of links) expect(link.getAttribute('href')).toBe(`/analytics/explorer/records?${expected}`);
  // A value of no records has no link.
  const unstated = within(screen.getByRole('row', { name: /^Not stated/ })).getAllByRole('link');
  expect(unstated).toHaveLength(1);
  expect(unstated[0]?.getAttribute('href')).toMatch(/&row=$/);
  expect(screen.getByRole('link', { name: 'Show the units' }).getAttribute('href')).not.toContain('row=');
});

const item = { _id: PROJECT, title: '101 · Creekside Rise', values: { rent: { value: 120_000, n: 1 } } };
const behind = { row: [], col: [], items: [item], total: 130, page: 2, limit: 100, totalPages: 2, asOf: answer.asOf };

test('an address of records is corrected with a notice, up to the last page', async () => {
  server.use(
    http.get('/api/analytics/explore/records', ({ request }) => {
      const at = Number(new URL(request.url).searchParams.get('page') ?? 1);
      return HttpResponse.json({ ...behind, page: at, items: at > 2 ? [] : [item] });
    }),
  );
  const records = `${EXPLORER}/records?dataset=units&measures=rent&rows=project`;
  const { address } = open(`${records}&page=7&col=2&measures=rent`, ANALYST);
  expect(await screen.findByRole('rowheader', { name: '101 · Creekside Rise' })).toBeTruthy();
  await waitFor(() => expect(address()).toBe(`${records}&page=2`));
  const cards = (await screen.findByText(/There is no page 7: the last one is shown\./)).textContent;
  expect(cards).toContain('Part of this link could not be used and was left out: Columns “2”.');
  expect(cards).toContain('Measures “rent”');
  // Every value is of one record, so n is not shown.
  expect(screen.getByRole('cell', { name: '120,000' })).toBeTruthy();
});

test('an empty group is reported as unknown', async () => {
  const row = [{ key: 'zzzz', label: 'zzzz' }];
  server.use(
    http.get('/api/analytics/explore/records', () =>
      HttpResponse.json({ ...behind, row, items: [], total: 0, totalPages: 0 }),
    ),
  );
  open(`${EXPLORER}/records?dataset=units&measures=rent&rows=project&row=zzzz`, ANALYST);
  expect(await screen.findByRole('heading', { name: 'No such value' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rent');
});

const saved = {
  id: 'v1',
  name: 'Rents',
  description: null,
  isDefault: false,
  shared: false,
  onIndex: false,
  own: true,
  owner: { id: '1', name: 'Layla Haddad' },
  view: 'dataset=units&measures=rent&rows=week',
};
const KEEPER = { ...ANALYST, 'saved-views': ['read', 'create', 'update', 'delete'] };

test('two views of one person do not share a name', async () => {
  server.use(http.get('/api/analytics/saved-views', () => HttpResponse.json([saved])));
  const { user } = open(VIEW, KEEPER);
  await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Save this view…' }));
  const form = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(form.getByLabelText('Name'), 'Rents ');
  expect(form.getByText('You have a view of this name already')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(form.getByLabelText('Name'));
});

test('a view that was deleted elsewhere is as good as deleted', async () => {
  const views = [saved];
  server.use(
    http.get('/api/analytics/saved-views', () => HttpResponse.json(views)),
    http.delete('/api/analytics/saved-views/v1', () => {
      views.pop();
      return refusal(404, { detail: 'There is no such record or page' });
    }),
  );
  const { user } = open(VIEW, KEEPER);
  await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Actions for Rents' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete this saved view?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('“Rents” had been deleted already')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
