// The records behind a value of the explorer.
import { readFile } from 'node:fs/promises';
import { EXPLORER, heading, rowsIn, sorting, valueOf } from './explorer';
import { axe, expect, signIn, test } from './fixtures';
import { button, results } from './screen';
import { rowsOf } from './workbook';

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
