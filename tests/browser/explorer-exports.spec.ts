// A view of the explorer taken away as CSV and as a workbook.
import { readFile } from 'node:fs/promises';
import { BY_BEDROOMS, EXPLORER, rowsIn, table } from './explorer';
import { expect, signIn, test } from './fixtures';
import { button } from './screen';
import { rowsOf } from './workbook';

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
