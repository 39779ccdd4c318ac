// The index of analytics: this week's measures, and charts, each with the numbers and records behind it.
import type { Locator, Page } from '@playwright/test';
import { rowsIn, valueOf } from './explorer';
import { axe, expect, signIn, test } from './fixtures';

const INDEX = '/analytics';
const EXPLORER = '/analytics/explorer';

const measures = (page: Page): Locator => page.getByRole('list', { name: 'Measures of this week' });
const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });
const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const marks = (chart: Locator): Locator => chart.locator('[data-mark]');

test('the index shows ten measures, each with its record count and its change', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  const cards = measures(page).getByRole('listitem');
  await expect(cards.getByRole('heading')).toHaveText([
    'Units covered',
    'Estimates this week',
    'Active estimators',
    'Median spread',
    'High confidence',
    'Distance from listed rent',
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

test('a measure links to its view, and back', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  await measures(page).getByRole('link', { name: 'Gross yield' }).click();
  await expect(table(page, 'Gross yield by Project')).toBeVisible();
  await expect(page).toHaveURL(`${EXPLORER}?dataset=units&measures=grossYield&rows=project`);
  await page.goBack();
  await expect(measures(page)).toBeVisible();
});

const CHARTS = [
  'Spread and gross yield by project and bedrooms',
  'Consensus against listed rent',
  'Estimates per day',
  'Bias of estimators',
  'The widest disagreements',
  'Units far off their listed rent',
];

for (const title of ["Coverage over the rotation's days", ...CHARTS]) {
  test(`${title}: what is drawn is in the numbers, too`, async ({ page }) => {
    await signIn(page, 'analyst', INDEX);
    const chart = cardOf(page, title);
    await chart.scrollIntoViewIfNeeded();
    await expect(marks(chart).first()).toBeVisible();
    const drawn = await marks(chart).count();
    await expect(chart.getByRole('figure')).toContainText(/n [\d,]+/);
    await axe(page);
    await chart.getByRole('button', { name: `Numbers: ${title}` }).click();
    await expect(table(page, title)).toBeVisible();
    const values = await table(page, title).locator('td').filter({ hasNotText: '—' }).count();
    expect(values).toBeGreaterThanOrEqual(drawn);
    await axe(page);
    await expect(chart.getByRole('button', { name: `Chart: ${title}` })).toHaveText('Chart');
    await chart.getByRole('link', { name: `Open in the explorer: ${title}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Explorer' })).toBeVisible();
    await expect(page.getByRole('table')).toBeVisible();
  });
}

test('units far off their listed rent lead to the explorer, filtered by their gap', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  const chart = cardOf(page, 'Units far off their listed rent');
  await chart.scrollIntoViewIfNeeded();
  await expect(marks(chart).first()).toBeVisible();
  await chart.getByRole('link', { name: 'Open in the explorer: Units far off their listed rent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Explorer' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Applied filters' }).getByRole('listitem')).toHaveText([
    'Gap to listed rent is more than 15 %',
    'or',
    'Gap to listed rent is less than −15 %',
  ]);
  await expect(page.getByRole('columnheader').nth(1)).toContainText('Gap to listed rent');
  const gaps = (await rowsIn(page)).map(([, gap]) => Math.abs(valueOf(gap?.replace('−', '-'))));
  expect(gaps.length).toBeGreaterThan(0);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15);
});

test('the projects are on a map of our own, each with its yield', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  const chart = cardOf(page, 'Projects by net yield');
  await chart.scrollIntoViewIfNeeded();
  const points = chart.getByRole('link', { name: /\d+\.\d+ %/ });
  await expect(points.first()).toBeVisible();
  expect(await points.count()).toBeGreaterThan(10);
  await axe(page);
  await points.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Net yield · / })).toBeVisible();
});

test('a module brings a chart with nothing but its declaration', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  const chart = cardOf(page, 'Scores by outcome');
  await chart.scrollIntoViewIfNeeded();
  await expect(chart).toContainText('What inspections scored that were passed, and those that were not.');
  await expect(chart.getByText('There is nothing to draw').or(marks(chart).first())).toBeVisible();
});

test('a chart is read by keyboard, and a mark leads to the records behind it', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  const chart = cardOf(page, 'The widest disagreements');
  await chart.scrollIntoViewIfNeeded();
  await marks(chart).first().focus();
  const first = await page.locator(':focus').getAttribute('aria-label');
  expect(first).toMatch(/ · .*, Spread [\d.]+ %, n 1$/);
  await page.keyboard.press('ArrowRight');
  const second = (await page.locator(':focus').getAttribute('aria-label')) ?? '';
  expect(second).not.toBe(first);
  await page.keyboard.press('Enter');
  const unit = second.split(',')[0] ?? '';
  await expect(page.getByRole('heading', { level: 1, name: `Spread · ${unit}` })).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveText([unit]);
  await page.goBack();
  await expect(cardOf(page, 'The widest disagreements')).toBeVisible();
});

test.describe('a chart that does not come', () => {
  test.use({ refusals: [503] });

  test('shows an error, and the others are shown', async ({ page }) => {
    await page.route('**/api/analytics/charts/estimatorBias', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"title":"Busy","status":503}' }),
    );
    await signIn(page, 'analyst', INDEX);
    const failed = cardOf(page, 'Bias of estimators');
    await failed.scrollIntoViewIfNeeded();
    await expect(failed.getByText('This chart could not be loaded.')).toBeVisible();
    const other = cardOf(page, 'Estimates per day');
    await other.scrollIntoViewIfNeeded();
    await expect(marks(other).first()).toBeVisible();
    await page.unroute('**/api/analytics/charts/estimatorBias');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(marks(failed).first()).toBeVisible();
  });
});

test('chart code loads only on screens with measures', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signIn(page, 'admin', '/backoffice/units');
  await expect(page.getByRole('table')).toBeVisible();
  expect(loaded.filter((url) => /\/chart-|explorer-screen|index-screen/.test(url))).toEqual([]);
});
