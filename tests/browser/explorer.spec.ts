// The area of the figures, as an analyst goes through it: the index, the explorer, of which a link is a view, and what
// is taken away as a file. Which figures there are is the document's to say; these are ones that the desk always has.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { button, find, navigation, results, tabTo } from './screen';
import { rowsOf } from './workbook';

const INDEX = '/analytics';
const EXPLORER = '/analytics/explorer';
const BY_BEDROOMS = `${EXPLORER}?dataset=units&measures=rent&measures=units&rows=bedrooms`;

const figures = (page: Page): Locator => page.getByRole('list', { name: 'Figures of this week' });
const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('columnheader', { name });
const sorting = (page: Page, name: string): Locator => heading(page, name).getByRole('button');

/** The rows of the table that is shown: what each is called, and its cells. */
async function rowsIn(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

/** The figure of a cell that reads `12,345n 67`. */
const valueOf = (cell = ''): number => Number((cell.split('n ')[0] ?? '').replaceAll(',', ''));

test('the index tells ten figures, each with what it is made of and how it moved', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  const cards = figures(page).getByRole('listitem');
  await expect(cards.getByRole('heading')).toHaveText([
    'Units covered',
    'Assessments this week',
    'Active estimators',
    'Median spread',
    'High confidence',
    'Gap to listed rent',
    'Open flags',
    'Rent per sq ft',
    'Gross yield',
    'Net yield',
  ]);
  for (const card of await cards.all()) await expect(card).toContainText(/n [\d,]+$/);
  const [covered, saved, active] = [cards.nth(0), cards.nth(1), cards.nth(2)];
  await expect(covered).toContainText(/[\d,]+ of [\d,]+/);
  for (const card of [saved, active])
    await expect(card).toContainText(/(Up [\d,]+|Down [\d,]+|Unchanged) since last week/);
  await expect(page.getByText(/^Week of \d+ \w+ \d{4} · As of /)).toBeVisible();
  await axe(page);
});

test('a figure leads to the view behind it, and back', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  await figures(page).getByRole('link', { name: 'Gross yield' }).click();
  await expect(table(page, 'Gross yield by Project')).toBeVisible();
  await expect(page).toHaveURL(`${EXPLORER}?dataset=units&measures=grossYield&rows=project`);
  await page.goBack();
  await expect(figures(page)).toBeVisible();
});

test('an address that says nothing opens a view; what it says wrongly is put right', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  await navigation(page).getByRole('link', { name: 'Explorer' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('dataset') !== null && url.searchParams.getAll('measures').length === 1,
  );
  await page.goto(`${BY_BEDROOMS}&cols=bedrooms&from=tomorrow&limit=0&sort=spread:up&chart=pie&compare=previous`);
  await expect(page).toHaveURL(BY_BEDROOMS);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
});

test('a link is a view: it is the same for whoever opens it, after a reload and on the way back', async ({
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
  await page.getByLabel('Rows at most').selectOption('10');
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

test('figures are compared, and time is cut as one likes', async ({ page }) => {
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
  await page.getByLabel('Cut time into').selectOption('Months');
  await expect(page).toHaveURL(/&grain=month$/);
  await expect(page.getByRole('rowheader').first()).toHaveText(/^[A-Z][a-z]+ \d{4}$/);
  expect((await rowsIn(page)).length).toBeLessThanOrEqual(days);
});

test('the units of a figure are filtered as their list is, and a project goes by its name', async ({ page }) => {
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
  await expect(page.getByText('1 of 1 rows')).toBeVisible();
  expect(valueOf((await rowsIn(page))[0]?.[1])).toBe(units);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(`Project is ${project}`);
  await axe(page);
  await button(page, 'Clear all').click();
  await expect(page).toHaveURL(`${EXPLORER}?dataset=units&measures=units&rows=project`);
});

test('who may read the records finds those behind a figure', async ({ page }) => {
  await signIn(page, 'admin', `${EXPLORER}?dataset=units&measures=units&rows=project`);
  const first = page.getByRole('rowheader').first();
  await expect(first.getByRole('link')).toBeVisible();
  const units = valueOf((await rowsIn(page))[0]?.[1]);
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Units' })).toBeVisible();
  await expect(results(page)).toContainText(`of ${units.toLocaleString('en')} results`);
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
  const lines = (await save('CSV'))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  const rows = rowsOf(await save('Excel'));
  expect(lines).toHaveLength(shown.length + 1);
  expect(rows).toHaveLength(shown.length + 1);
  for (const [index, [label = '']] of shown.entries()) {
    expect(lines[index + 1]).toContain(label);
    expect(rows[index + 1]).toContain(label);
  }
});

test('everything is done without a mouse', async ({ page }) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
  await tabTo(page, page.getByRole('combobox', { name: 'Figures' }));
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

  test('is told in the words of the server', async ({ page }) => {
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

for (const account of ['estimator', 'user'] as const) {
  test(`the figures are not found by the ${account}`, async ({ page }) => {
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
      await expect(address === INDEX ? figures(page) : page.getByRole('table')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
      await axe(page);
    }
  });
}
