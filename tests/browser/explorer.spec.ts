// The explorer as an analyst uses it: a URL is a view, which is drawn and exported. The document declares the measures;
// these are ones that the product always has.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { button, find, navigation, results, tabTo } from './screen';
import { rowsOf } from './workbook';

const INDEX = '/analytics';
const EXPLORER = '/analytics/explorer';
const BY_BEDROOMS = `${EXPLORER}?dataset=units&measures=rent&measures=units&rows=bedrooms`;

const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('columnheader', { name });
const sorting = (page: Page, name: string): Locator => heading(page, name).getByRole('button');

/** The rows of the visible table: row names and cells. */
async function rowsIn(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

/** The value of a cell that reads `12,345n 67`. */
const valueOf = (cell = ''): number => Number((cell.split('n ')[0] ?? '').replaceAll(',', ''));

test('an address without parameters opens a view; invalid ones are corrected', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  await navigation(page).getByRole('link', { name: 'Explorer' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('dataset') !== null && url.searchParams.getAll('measures').length === 1,
  );
  await page.goto(`${BY_BEDROOMS}&cols=bedrooms&from=tomorrow&limit=0&sort=spread:up&chart=pie&compare=previous`);
  await expect(page).toHaveURL(BY_BEDROOMS);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
  // The note stays until something is changed.
  const note = page.getByRole('status').filter({ hasText: 'could not be used' });
  await expect(note).toContainText('Columns “bedrooms”, From “tomorrow”');
  await expect(note).toContainText('Shown as “pie”');
  await expect(note).not.toContainText('Rows “');
  await axe(page);
  await sorting(page, 'Rent').click();
  await expect(note).toBeHidden();
});

test('a link is a view: it is the same for every user, after a reload and after going back', async ({
  page,
  visitor,
}) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
  await expect(heading(page, 'Bedrooms')).toHaveAttribute('aria-sort', 'ascending');
  const plain = await rowsIn(page);
  await axe(page);

  await sorting(page, 'Units').click();
  await expect(heading(page, 'Units')).toHaveAttribute('aria-sort', 'descending');
  const counts = (await rowsIn(page)).map(([, , units]) => valueOf(units));
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  await page.getByLabel('Rows shown').selectOption('10');
  await page.getByLabel('Columns').selectOption('Status');
  await expect(table(page, 'Rent and Units by Bedrooms and Status')).toBeVisible();
  await expect(heading(page, 'Available')).toBeVisible();
  await axe(page);

  const address = page.url();
  const shown = await rowsIn(page);
  const other = await visitor();
  await signIn(other, 'admin', new URL(address).pathname + new URL(address).search);
  await expect(table(other, 'Rent and Units by Bedrooms and Status')).toBeVisible();
  expect(await rowsIn(other)).toEqual(shown);
  await page.reload();
  await expect(table(page, 'Rent and Units by Bedrooms and Status')).toBeVisible();
  expect(page.url()).toBe(address);

  for (let steps = 0; steps < 3; steps += 1) await page.goBack();
  await expect(page).toHaveURL(BY_BEDROOMS);
  await expect(heading(page, 'Bedrooms')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => rowsIn(page)).toEqual(plain);
});

test('measures are compared, and time has a selectable granularity', async ({ page }) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await page.getByLabel('Compare with').selectOption('As listed');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Bedrooms',
    'Rent AED',
    'Rent, listed AED',
    'Rent, difference AED',
    'Units',
  ]);
  const [, rent, listed, difference] = (await rowsIn(page))[0] ?? [];
  expect(Math.abs(valueOf(rent) - valueOf(listed) - valueOf(difference?.replace('−', '-')))).toBeLessThanOrEqual(1);

  await page.goto(`${EXPLORER}?dataset=assessments&measures=estimates&rows=day`);
  await expect(table(page, 'Estimates by Day')).toBeVisible();
  const days = (await rowsIn(page)).length;
  await page.getByLabel('Group time by').selectOption('Month');
  await expect(page).toHaveURL(/&grain=month$/);
  await expect(page.getByRole('rowheader').first()).toHaveText(/^[A-Z][a-z]+ \d{4}$/);
  expect((await rowsIn(page)).length).toBeLessThanOrEqual(days);
});

test('the units of a measure are filtered as their list is, and a project is shown by name', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=units&rows=project`);
  const project = (await page.getByRole('rowheader').first().textContent()) ?? '';
  const units = valueOf((await rowsIn(page))[0]?.[1]);
  await button(page, 'Filters').click();
  const builder = page.getByRole('dialog', { name: 'Filter units' });
  await builder.getByLabel('Field').selectOption('Project');
  await find(page, 'Value', project);
  await axe(page);
  await button(builder, 'Apply filters').click();
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(`Project is ${project}`);
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  expect(valueOf((await rowsIn(page))[0]?.[1])).toBe(units);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(`Project is ${project}`);
  await axe(page);
  await button(page, 'Clear all').click();
  await expect(page).toHaveURL(`${EXPLORER}?dataset=units&measures=units&rows=project`);
});

/** Every kind of chart with a query that fits it, and the text of its first mark. */
const KINDS = [
  { kind: 'bar', query: 'measures=rent&rows=project', label: 'Bars', says: /, Rent [\d,]+ AED, n \d+$/ },
  {
    kind: 'bar',
    query: 'measures=rent&rows=bedrooms&cols=status',
    label: 'Bars',
    says: /^Studio · .*, Rent [\d,]+ AED/,
  },
  { kind: 'line', query: 'measures=rent&rows=bedrooms', label: 'Line', says: /^Studio, Rent [\d,]+ AED/ },
  {
    kind: 'scatter',
    query: 'measures=rent&measures=grossYield&rows=project',
    label: 'Scatter',
    says: /Rent [\d,]+ AED.*/,
  },
  {
    kind: 'heat',
    query: 'measures=spread&rows=project&cols=bedrooms',
    label: 'Heat map',
    says: / · .*, Spread [\d.]+ %/,
  },
  {
    kind: 'histogram',
    query: 'measures=grossYield&rows=project',
    label: 'Histogram',
    says: /^\d+ from [\d.]+ % to [\d.]+ %/,
  },
];

for (const { kind, query, label, says } of KINDS) {
  test(`${label} of ${query}: each mark says what it is, and leads to its records`, async ({ page }) => {
    await signIn(page, 'analyst', `${EXPLORER}?dataset=units&${query}&chart=${kind}`);
    const chart = page.getByRole('figure');
    const marks = chart.locator('[data-mark]');
    await expect(marks.first()).toBeVisible();
    await expect(page.getByRole('radio', { name: label })).toBeChecked();
    await expect(page.getByRole('table')).toBeVisible();
    await axe(page);
    await tabTo(page, marks.first());
    await expect(marks.first()).toHaveAccessibleName(says);
    await page.keyboard.press('End');
    await expect(marks.last()).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.pathname === `${EXPLORER}/records` && url.searchParams.has('row'));
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await axe(page);
    await page.goBack();
    await expect(marks.first()).toBeVisible();
  });
}

test('estimates are filtered by who made them, looked for by name', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=assessments&measures=estimates&rows=estimator`);
  await expect(page.getByRole('table')).toBeVisible();
  const [name = ''] = (await rowsIn(page))[0] ?? [];
  await button(page, 'Filters').click();
  const builder = page.getByRole('dialog');
  await builder.getByLabel('Field').selectOption('Estimator');
  await find(page, 'Value', name);
  await axe(page);
  await button(builder, 'Apply filters').click();
  await expect.poll(() => rowsIn(page)).toHaveLength(1);
  expect((await rowsIn(page))[0]?.[0]).toBe(name);
});

test('measures are reordered, and a missing one has a reason', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=rent&measures=spread&rows=project`);
  await expect(page.getByRole('columnheader')).toHaveText([/Project/, /Rent/, /Spread/]);
  const forward = button(page, 'Move Spread forward');
  await forward.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader')).toHaveText([/Project/, /Spread/, /Rent/]);
  await expect(page).toHaveURL(`${EXPLORER}?dataset=units&measures=spread&measures=rent&rows=project`);
  await expect(forward).toBeFocused();
  // There are no estimates before the seed.
  await page.goto(`${EXPLORER}?dataset=units&measures=spread&to=2000-01-01`);
  await expect(page.getByText('Spread: None of these units has three estimators.')).toBeVisible();
  await axe(page);
});

test('how a view is drawn is chosen by itself, or by hand, and is in the address', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=assessments&measures=estimates&rows=day`);
  await expect(page.getByRole('radio', { name: 'Line' })).toBeChecked();
  await page.getByRole('radio', { name: 'Bars' }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('chart') === 'bar');
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect(page.getByRole('figure')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('figure')).toBeHidden();
  // An impossible kind of chart is replaced by a possible one.
  await page.goto(`${EXPLORER}?dataset=units&measures=rent&rows=project&chart=scatter`);
  await expect(page.getByRole('radio', { name: 'Bars' })).toBeChecked();
  await expect(page).toHaveURL((url) => url.searchParams.get('chart') === null);
});

test('every value of the table links to its records with the same filter and period', async ({ page }) => {
  const filters = { operator: 'AND', conditions: [{ field: 'status', operator: 'equals', value: 'available' }] };
  const viewQuery = `dataset=units&measures=units&rows=project&cols=bedrooms&filters=${encodeURIComponent(JSON.stringify(filters))}`;
  await signIn(page, 'analyst', `${EXPLORER}?${viewQuery}&chart=table`);
  const cell = page.getByRole('cell').getByRole('link').first();
  const n = Number(((await cell.textContent()) ?? '').split('n ')[0]);
  await cell.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Units · .+ · .+/ })).toBeVisible();
  await expect(results(page)).toContainText(`of ${n} results`);
  await expect(page.getByRole('rowheader')).toHaveCount(Math.min(n, 100));
  // An analyst may not enter the back-office, so titles are no links.
  await expect(page.getByRole('rowheader').getByRole('link')).toHaveCount(0);
  // Each is a single unit, so the count is not shown.
  await expect(heading(page, 'Units')).toHaveCount(0);
  await sorting(page, 'Unit').click();
  await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'row:desc');
  const download = page.waitForEvent('download');
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: 'Excel' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('units.xlsx');
  expect(rowsOf(await readFile(await file.path()))).toHaveLength(n + 1);
});

test('an address of records is corrected with a notice', async ({ page }) => {
  const records = `${EXPLORER}/records?dataset=units&measures=rent&rows=bedrooms`;
  await signIn(page, 'analyst', `${records}&col=2&page=100000`);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('col') === null && url.searchParams.get('page') !== '100000',
  );
  await expect(page.getByRole('status').filter({ hasText: 'could not be used' })).toContainText(
    'There is no page 100000: the last one is shown.',
  );
  await page.goto(`${records}&row=zzzz&page=abc`);
  await expect(page.getByRole('heading', { name: 'No such value' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Rent', exact: true })).toBeVisible();
  await axe(page);
});

test('a filter that cannot be applied shows no value, no record and no export', async ({ page }) => {
  const filters = { operator: 'AND', conditions: [{ field: 'orientation', operator: 'equals', value: 'north' }] };
  const query = `?dataset=units&measures=rent&rows=project&filters=${encodeURIComponent(JSON.stringify(filters))}`;
  await signIn(page, 'analyst', `${EXPLORER}/records${query}`);
  for (const path of [`${EXPLORER}/records`, EXPLORER]) {
    await page.goto(path + query);
    await expect(page.getByRole('alert')).toContainText('There is no field “orientation” to filter units by.');
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(button(page, 'Export')).toHaveCount(0);
    await axe(page);
    await button(page, 'Show without it').click();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await expect(page).toHaveURL((url) => url.searchParams.get('filters') === null);
  }
});

test('a user who may read the records can open each record of a value', async ({ page }) => {
  await signIn(page, 'admin', `${EXPLORER}?dataset=units&measures=units&rows=project&chart=table`);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const units = valueOf((await rowsIn(page))[0]?.[1]);
  await page.getByRole('cell').getByRole('link').first().click();
  await expect(results(page)).toContainText(`of ${units.toLocaleString('en')} results`);
  const first = page.getByRole('rowheader').first();
  const title = (await first.textContent()) ?? '';
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a chart is taken away as a picture', async ({ page }) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await expect(page.getByRole('figure').locator('[data-mark]').first()).toBeVisible();
  const save = async (format: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: format }).click();
    return readFile(await (await download).path());
  };
  const svg = (await save('Picture (SVG)')).toString('utf8');
  // The picture is self-contained: title, unit, count and time.
  expect(svg).toContain('>Rent by Bedrooms<');
  expect(svg).toMatch(/>AED · n [\d,]+ · As of /);
  // Nothing of it depends on the page.
  expect(svg).not.toMatch(/var\(|class=/);
  const png = await save('Picture (PNG)');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.readUInt32BE(16)).toBeGreaterThan(600);
});

test('the view is taken away as CSV and as a workbook', async ({ page }) => {
  await signIn(page, 'analyst', `${BY_BEDROOMS}&sort=units:desc`);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
  const shown = await rowsIn(page);
  const save = async (format: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(format === 'CSV' ? 'units.csv' : 'units.xlsx');
    return readFile(await file.path());
  };
  const text = (await save('CSV')).toString('utf8');
  expect(text, 'the mark by which Excel reads UTF-8').toMatch(/^\uFEFF/);
  const lines = text.trimEnd().split(/\r?\n/);
  const rows = rowsOf(await save('Excel'));
  expect(lines).toHaveLength(shown.length + 1);
  expect(rows).toHaveLength(shown.length + 1);
  for (const [index, [label = '']] of shown.entries()) {
    expect(lines[index + 1]).toContain(label);
    expect(rows[index + 1]).toContain(label);
  }
});

test('a workbook is the table on screen, with pivoted columns and numbers as numbers', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=grossYield&rows=bedrooms&cols=status&chart=table`);
  await expect(page.getByRole('table')).toBeVisible();
  const shown = await rowsIn(page);
  const columns = await page.getByRole('columnheader').filter({ hasNotText: 'Gross yield' }).allTextContents();
  const download = page.waitForEvent('download');
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: 'Excel' }).click();
  const [header = [], ...rows] = rowsOf(await readFile(await (await download).path()));
  const cols = columns.slice(1);
  expect(header).toEqual([
    'Bedrooms',
    ...cols.flatMap((col) => [`${col} · Gross yield, %`, `${col} · Gross yield, n`]),
  ]);
  expect(rows.map(([label]) => label)).toEqual(shown.map(([label]) => label));
  for (const [index, [, ...cells]] of shown.entries()) {
    for (const [at, cell] of cells.entries()) {
      const [value = '', n = ''] = cell.split('n ');
      const written = rows[index]?.[1 + 2 * at] ?? '';
      // A fraction in CSV, which the sheet shows as a percentage.
      if (/^[\d.]+$/.test(value)) expect((Number(written) * 100).toFixed(1)).toBe(value);
      else expect(written).toBe('');
      if (n) expect(Number(rows[index]?.[2 + 2 * at])).toBe(Number(n.replaceAll(',', '')));
    }
  }
});

test('a workbook has the compared values and the difference', async ({ page }) => {
  await signIn(
    page,
    'analyst',
    `${EXPLORER}?dataset=units&measures=rent&rows=bedrooms&compare=listed&sort=rent:desc&chart=table`,
  );
  await expect(page.getByRole('table')).toBeVisible();
  const shown = await rowsIn(page);
  const download = page.waitForEvent('download');
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: 'Excel' }).click();
  const [header, ...rows] = rowsOf(await readFile(await (await download).path()));
  expect(header).toEqual([
    'Bedrooms',
    'Rent, AED',
    'Rent, n',
    'Rent, listed, AED',
    'Rent, listed, n',
    'Rent, difference, AED',
  ]);
  expect(rows.map(([label]) => label)).toEqual(shown.map(([label]) => label));
  for (const [, rent, , listed, , difference] of rows) {
    expect(Number(difference)).toBeCloseTo(Number(rent) - Number(listed), 6);
  }
});

test('everything is done without a mouse', async ({ page }) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
  await tabTo(page, page.getByRole('combobox', { name: 'Measures' }));
  await page.keyboard.type('gross yield');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 of 4 chosen')).toBeVisible();
  await expect(page).toHaveURL((url) => url.searchParams.getAll('measures').length === 3);
  await page.keyboard.press('Backspace');
  await expect(page).toHaveURL(BY_BEDROOMS);
  await tabTo(page, sorting(page, 'Rent'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Rent')).toHaveAttribute('aria-sort', 'descending');
  await tabTo(page, page.getByRole('region', { name: 'Rent and Units by Bedrooms' }));
});

test.describe('a view that is not possible', () => {
  test.use({ refusals: [400] });

  test("shows the server's message", async ({ page }) => {
    const filters = { operator: 'AND', conditions: [{ field: 'bedrooms', operator: 'equals', value: 2 }] };
    await signIn(page, 'analyst', BY_BEDROOMS);
    await page.route('**/api/analytics/explore?*', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: { title: 'Bad Request', status: 400, detail: '`rows` cannot be `bedrooms` here.' },
      }),
    );
    await page.goto(`${BY_BEDROOMS}&filters=${encodeURIComponent(JSON.stringify(filters))}`);
    await expect(page.getByRole('alert')).toContainText('`rows` cannot be `bedrooms` here.');
    await axe(page);
  });
});

test('a heat map has no empty row or column, and lets the page scroll', async ({ page }) => {
  // Spread needs three estimators: some projects have none.
  const query = `dataset=units&measures=spread&rows=project&cols=bedrooms&limit=1000`;
  await signIn(page, 'analyst', `${EXPLORER}?${query}&chart=heat`);
  const chart = page.getByRole('figure');
  const marks = chart.locator('[data-mark]');
  await expect(marks.first()).toBeVisible();
  const drawn = new Set(
    await marks.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(' · ')[0])),
  );
  // Each name stands in the drawing and in its copy that stays visible.
  const names = await chart
    .locator('text > title')
    .evaluateAll((all) => new Set(all.map((one) => one.textContent)).size);
  const columns = new Set(
    await marks.evaluateAll((all) => all.map((one) => /· ([^·,]+), /.exec(one.getAttribute('aria-label') ?? '')?.[1])),
  );
  expect(names).toBe(drawn.size + columns.size);
  await expect(chart).toContainText('without a value');
  // Labels have three leading figures, the note has the exact value and n.
  const labels = await chart.locator('[aria-hidden] g > text:only-child').allTextContents();
  for (const label of labels)
    expect(label.replace(/[^\d]/g, '').replace(/^0+/, '').length, label).toBeLessThanOrEqual(3);
  await expect(marks.first()).toHaveAccessibleName(/, Spread [\d.]+ %, n \d+$/);

  await chart.locator('[data-scroller]').hover();
  expect(await chart.locator('[data-scroller]').evaluate((plot) => plot.scrollHeight - plot.clientHeight)).toBe(0);
  const top = (): Promise<number> => marks.first().evaluate((mark) => mark.getBoundingClientRect().top);
  const before = await top();
  await page.mouse.wheel(0, 200);
  await expect.poll(top).toBeLessThan(before - 100);
});

test('names are isolated, whichever way they are written', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=rent&rows=project&cols=bedrooms&chart=heat`);
  const arabic = page.getByRole('figure').locator('[data-mark][aria-label*="\u0627"]').first();
  await arabic.hover();
  const note = page.locator('body > div[aria-hidden="true"] p').first();
  await expect(note.locator('bdi')).toHaveCount(2);
  await expect(note.locator('bdi').first()).toContainText('\u0627');
  const name = page.getByRole('figure').locator('svg text').filter({ hasText: '\u0627' }).first();
  expect(await name.evaluate((text) => getComputedStyle(text).unicodeBidi)).toBe('plaintext');
  await arabic.click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title.locator('bdi')).toHaveCount(2);
  await expect(title).toHaveText(/^Rent · .+ · .+$/);
});

test('a record behind a value has consensus, listed rent, signed gap and each estimate', async ({ page }) => {
  await signIn(page, 'admin', `${EXPLORER}/records?dataset=units&measures=spread&rows=bedrooms&row=2`);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Unit',
    'Spread %',
    'Rent AED',
    'Listed rent AED',
    'Gap to listed rent %',
    'Estimates',
  ]);
  const [unit = '', , rent, listed, gap = ''] =
    (await rowsIn(page)).find((cells) => (cells[4] ?? '').startsWith('+')) ?? [];
  expect((valueOf(rent) / valueOf(listed) - 1) * 100).toBeCloseTo(Number(gap), 0);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: unit, exact: true }) });
  await row.getByText(/^Estimates \(\d+\)$/).click();
  const count = Number(/\d+/.exec((await row.locator('summary').textContent()) ?? '')?.[0]);
  await expect(row.getByRole('listitem')).toHaveCount(count);
  await expect(row.getByRole('listitem').first()).toHaveText(/^\D+ [\d,]+ AED$/);
  await axe(page);
  await expect(row.getByRole('rowheader').getByRole('link')).toHaveAttribute(
    'href',
    /^\/backoffice\/units\/[0-9a-f]{24}\/show$/,
  );
});

test('a measure says what it is in a sentence, with its formula behind a sign', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=netYield&rows=project&chart=table`);
  const sign = button(page, 'What Net yield means');
  await expect(page.getByText('Formula:')).toBeHidden();
  await tabTo(page, sign);
  await page.keyboard.press('Enter');
  const about = page.getByRole('note', { name: 'What Net yield means' });
  await expect(about).toContainText('The same yield after service charges');
  await expect(about).toContainText('(consensus − service charges per sq ft · total area) / purchase price');
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await expect(sign).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  const { width = 0, height = 0 } = (await sign.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  await sign.click();
  const box = await about.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

for (const account of ['estimator', 'user'] as const) {
  test(`analytics pages are not found by the ${account}`, async ({ page }) => {
    for (const path of [INDEX, BY_BEDROOMS]) {
      await signIn(page, account, path);
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    }
  });
}

for (const [width, height] of [
  [390, 844],
  [820, 1180],
] as const) {
  test(`index and explorer fit a window of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, 'analyst', INDEX);
    for (const address of [INDEX, BY_BEDROOMS, `${BY_BEDROOMS}&cols=status`]) {
      await page.goto(address);
      await expect(
        address === INDEX ? page.getByRole('list', { name: 'Measures of this week' }) : page.getByRole('table'),
      ).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
      await axe(page);
    }
  });
}
