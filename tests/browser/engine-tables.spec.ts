// Import and export, which every resource has by default, on a resource that no front end knows.
import { readFile } from 'node:fs/promises';
import { axe, expect, signIn, test } from './fixtures';
import { contains, filtered, INSPECTIONS } from './inspections';
import { unique, type Row } from './records';
import { button, fact, results, rowOf, search } from './screen';
import { rowsOf } from './workbook';

test('a table with errors is reported line by line; corrected, it is imported', async ({ page, records }) => {
  const name = unique('Yard');
  const table = (lines: string[]): { name: string; mimeType: string; buffer: Buffer } => ({
    name: 'visits.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['subject,score,inspectedOn,passed', ...lines, ''].join('\r\n')),
  });
  const take = async (way: string, lines: string[]): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await button(page, way).click();
    await (await chooser).setFiles(table(lines));
  };
  await signIn(page, 'admin', INSPECTIONS);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import Inspections' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Columns' }).getByRole('rowheader')).toHaveText([
    /^Subject\s*Needed$/,
    'Company',
    'Inspected on',
    /^Score/,
    'Passed',
    'Wear',
    'Urgency',
    'Follow-up',
    'Mark',
  ]);
  await axe(page);

  await take('Choose a file', [
    `${name} north,101,2026-03-01,true`,
    `${name} south,12,2026-03-01,perhaps`,
    `,40,,`,
    `${name} east,40,2026-02-30,`,
  ]);
  const result = page.getByRole('region', { name: 'Result of the check' });
  await expect(result).toBeFocused();
  await expect(result.getByRole('row')).toHaveText([
    /Line.*Column.*What is wrong/,
    /^2\s*score.*Score must be at most 100$/,
    /^3\s*passed.*'perhaps' is neither true nor false$/,
    /^4\s*subject.*Subject is required$/,
    /^5\s*inspectedOn.*Inspected on must be a date such as 2026-11-20$/,
  ]);
  await expect(fact(result, 'Errors')).toHaveText('4');
  await expect(button(result, 'Import 4 rows')).toHaveCount(0);
  await axe(page);
  expect((await records.list('inspections', { search: name })).total, 'what a check has written').toBe(0);

  await take('Choose another file', [`${name} north,100,2026-03-01,true`, `"${name}, south",12,,`]);
  await expect(fact(result, 'Would be created')).toHaveText('2');
  await expect(result).toContainText('No errors. Nothing has been written yet.');
  await button(result, 'Import 2 rows').click();
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  const { items } = await records.list('inspections', { search: name });
  for (const { id } of items) records.deletesAfter('inspections', id);
  await expect(fact(result, 'Created')).toHaveText('2');
  await axe(page);
  await page.getByRole('link', { name: 'Go to Inspections' }).click();
  await search(page).fill(name);
  await expect(rowOf(page, `${name} north`).getByRole('cell')).toHaveText([
    '',
    `${name} north`,
    '1 Mar 2026',
    '100',
    'Yes',
    '',
  ]);
  await expect(rowOf(page, `${name}, south`).getByRole('cell')).toHaveText([
    '',
    `${name}, south`,
    /Not set/,
    '12',
    'No',
    '',
  ]);
});

test('what the filters leave is taken away as CSV and as a workbook', async ({ page, records }) => {
  const name = unique('Court');
  const created: Row[] = [];
  for (const [subject, score] of [
    ['"A", first', 61],
    ['باحة', 62],
    ['C', 12],
  ] as const) {
    created.push(
      await records.create('inspections', {
        subject: `${name} ${subject}`,
        score,
        inspectedOn: '2026-03-01',
        passed: true,
      }),
    );
  }
  const save = async (format: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(format === 'CSV' ? 'inspections.csv' : 'inspections.xlsx');
    return readFile(await file.path());
  };
  const conditions = [contains(name), { field: 'score', operator: 'greater_than', value: 50 }];
  await signIn(page, 'admin', `${filtered(...conditions)}&sortBy=score&sortDirection=desc`);
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');

  const own = [
    'subject',
    'company',
    'companyId',
    'inspectedOn',
    'score',
    'passed',
    'wear',
    'urgency',
    'followUp',
    'mark',
  ];
  const header = ['_id', ...own, 'createdAt', 'updatedAt'];
  const [a, b] = created as [Row, Row];
  const table = await save('CSV');
  expect([...table.subarray(0, 3)], 'the mark by which Excel reads UTF-8').toEqual([0xef, 0xbb, 0xbf]);
  const lines = table
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  expect(lines).toEqual([
    header.join(','),
    `${b.id},${name} باحة,,,2026-03-01,62,true,,normal,false,,${String(b['createdAt'])},${String(b['updatedAt'])}`,
    `${a.id},"${name} ""A"", first",,,2026-03-01,61,true,,normal,false,,${String(a['createdAt'])},${String(a['updatedAt'])}`,
  ]);
  // Without the mark, for programs that do not expect it.
  await button(page, 'Export').click();
  const mark = page.getByRole('menuitemcheckbox', { name: 'Mark CSV as UTF-8, for Excel' });
  await expect(mark).toBeChecked();
  await mark.click();
  await expect(mark).not.toBeChecked();
  await axe(page);
  await page.keyboard.press('Escape');
  expect((await save('CSV')).subarray(0, 3).toString()).toBe('_id');
  const [top, ...rows] = rowsOf(await save('Excel'));
  expect(top).toEqual(header);
  expect(rows.map(([id, subject, , , , score]) => [id, subject, score])).toEqual([
    [b.id, `${name} باحة`, '62'],
    [a.id, `${name} "A", first`, '61'],
  ]);
  // A moment is a date of the sheet, to the second, as the clocks of the product's time zone show it.
  const seconds = Math.floor(Date.parse(String(b['createdAt'])) / 1000) + 4 * 60 * 60;
  // Sheets count days from 30 December 1899.
  expect(Number(rows[0]?.[header.indexOf('createdAt')])).toBeCloseTo(25_569 + seconds / 86_400, 6);
});

test.describe('at 820 px', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('no column is cut: the last ones are left out, until they are chosen or there is room', async ({ page }) => {
    await signIn(page, 'admin', '/backoffice/units');
    const table = page.getByRole('region', { name: 'Units', exact: true });
    const developer = page.getByRole('columnheader', { name: 'Developer' });
    const cut = () => table.evaluate((scroll) => scroll.scrollWidth - scroll.clientWidth);
    await expect(page.getByRole('columnheader', { name: 'Yearly rent (AED)' })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(developer).toHaveCount(0);
    expect(await cut()).toBeLessThanOrEqual(1);

    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(developer).toBeVisible();
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect(developer).toHaveCount(0);

    await button(page, 'Columns').click();
    const choice = page.getByRole('checkbox', { name: 'Developer' });
    await expect(choice).not.toBeChecked();
    await choice.check();
    await page.keyboard.press('Escape');
    await expect(developer).toHaveCount(1);
  });
});

test('a column that is nearly always 0 is not shown, and can be chosen', async ({ page }) => {
  await signIn(page, 'admin', '/backoffice/projects/projects');
  await expect(page.getByRole('columnheader', { name: 'Completion date' })).toBeVisible();
  const total = page.getByRole('columnheader', { name: 'Total units' });
  await expect(total).toHaveCount(0);
  await button(page, 'Columns').click();
  await page.getByRole('checkbox', { name: 'Total units' }).check();
  await page.keyboard.press('Escape');
  await expect(total).toBeVisible();
});
