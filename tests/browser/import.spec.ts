// The import screen: what it costs to import a table, how a file is read, and questions that only a person can answer.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique, type Project } from './records';
import { button, fact, tabTo } from './screen';

const UNITS = '/backoffice/units/import';
const HEADER = ['Unit number', 'Status', 'Project', 'Developer', 'Bedrooms', 'Total area', 'Purchase price'];

const csv = (text: string | Buffer) => ({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

const result = (page: Page) => page.getByRole('region', { name: 'Result of the check' });
const read = (page: Page, how: string) => expect(page.getByText(`Read as \u2068${how}\u2069`)).toBeVisible();

/** Chooses a file by this button. */
async function take(page: Page, by: string, file: ReturnType<typeof csv>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, by).click();
  await (await chooser).setFiles(file);
}

/** Rows of units, each number of rooms at its place. */
const unitsOf = (project: Project, rooms: string[]): string[] =>
  rooms.map((room, at) =>
    [`X-${at + 1}`, 'available', project.name, project.developer.name, room, '800', '900000'].join(','),
  );

test('twenty rows with two errors are imported with three clicks, and names are enough', async ({ page, records }) => {
  const project = await records.project();
  await signIn(page, 'admin', UNITS);
  await page.evaluate(() => {
    const counted = globalThis as unknown as { clicks: number };
    counted.clicks = 0;
    // That of the hidden input is the browser's own.
    addEventListener('click', ({ isTrusted }) => (counted.clicks += isTrusted ? 1 : 0), true);
  });
  const rooms = Array.from({ length: 20 }, (_, at) => String(at % 4));
  const table = (rows: string[]) => csv([`${HEADER.join(',')},Yearly rent,Service charges`, ...rows, ''].join('\n'));
  const rows = (of: string[]) => unitsOf(project, of).map((row) => `${row},70000,12`);
  await take(page, 'Choose a file', table(rows([...rooms.slice(0, 18), 'two', '-1'])));
  await expect(result(page)).toBeFocused();
  await expect(result(page).getByRole('row')).toHaveText([
    /Line.*Column.*What is wrong/,
    /^20\s*Bedrooms.*'two' is not a number$/,
    /^21\s*Bedrooms.*Bedrooms/,
  ]);
  await expect(fact(result(page), 'Errors')).toHaveText('2');

  await take(page, 'Choose the corrected file', table(rows(rooms)));
  await expect(fact(result(page), 'Would be created')).toHaveText('20');
  await button(page, 'Import 20 rows').click();
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  const { items, total } = await records.list('units', { search: `"${project.name}"`, limit: 100 });
  for (const { id } of items) records.deletesAfter('units', id);
  expect(total).toBe(20);
  expect(await page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)).toBe(3);
});

test('a corrected file that is dropped anywhere takes the place of the first', async ({ page }) => {
  await signIn(page, 'admin', `${INSPECTIONS}/import`);
  await take(page, 'Choose a file', csv('subject,score\nA,x\n'));
  await expect(result(page)).toContainText("'x' is not a number");
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['subject,score\nA,7\n'], 'corrected.csv', { type: 'text/csv' }));
    return transfer;
  });
  const columns = page.getByRole('heading', { name: 'Columns' });
  await columns.dispatchEvent('dragover', { dataTransfer: dropped });
  await columns.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('corrected.csv')).toBeVisible();
  await expect(fact(result(page), 'Would be created')).toHaveText('1');
});

test('how a file is read is shown, and what is chosen instead is checked at once', async ({ page }) => {
  await signIn(page, 'admin', `${INSPECTIONS}/import`);
  // "Café", as Windows writes it.
  const table = Buffer.concat([
    Buffer.from('subject;score;inspectedOn\n'),
    Buffer.from([0x43, 0x61, 0x66, 0xe9]),
    Buffer.from(';7,0;31/12/2026\nB;1;03/04/2026\n'),
  ]);
  await take(page, 'Choose a file', csv(table));
  await read(page, 'Semicolon, Windows-1252, day first, 1.234,56');
  await expect(fact(result(page), 'Would be created')).toHaveText('2');

  const change = button(page, 'Change');
  await expect(change).toHaveAttribute('aria-expanded', 'false');
  await change.click();
  const dates = page.getByRole('combobox', { name: 'Dates' });
  await expect(dates.locator('option:checked')).toHaveText('day first, as guessed');
  await dates.focus();
  await dates.selectOption('Month first: 12/31/2026');
  await read(page, 'Semicolon, Windows-1252, month first, 1.234,56');
  await expect(result(page).getByRole('row')).toHaveText([/Line/, /^2\s*inspectedOn/]);
  await expect(dates, 'the control that was changed').toBeFocused();
  await axe(page);
  await dates.selectOption('');
  await read(page, 'Semicolon, Windows-1252, day first, 1.234,56');
  await page.getByRole('combobox', { name: 'Between cells' }).selectOption('Comma');
  await read(page, 'Comma, Windows-1252');
  await expect(result(page)).toContainText("No field is called 'subject;score;inspectedOn'");
  await page.getByRole('combobox', { name: 'Between cells' }).selectOption('');
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('Windows-1256 (Arabic)');
  await read(page, 'Semicolon, Windows-1256, day first, 1.234,56');

  // Another file is read in its own way.
  await button(page, 'Remove file').click();
  await expect(page.getByText('Read as')).toHaveCount(0);
  await take(page, 'Choose a file', csv('subject\tscore\nA\t1\n'));
  await read(page, 'Tab, UTF-8');
});

test('what can be read in two ways is asked, by the keyboard on a phone too, and the answer is imported', async ({
  page,
  records,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const project = await records.project();
  await signIn(page, 'admin', UNITS);
  const [row = ''] = unitsOf(project, ['2']);
  const table = `${HEADER.join(';')};Yearly rent;Service charges\n${row.replaceAll(',', ';')};85,000;12\n`;
  await take(page, 'Choose a file', csv(table));
  const question = page.getByRole('group', { name: /Some numbers can be read in two ways/ });
  await expect(question).toBeVisible();
  await expect(result(page)).toBeFocused();
  await expect(result(page).getByRole('status').first()).toContainText('How are numbers written in this file?');
  await axe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const answer of await question.getByRole('button').all())
    expect((await answer.boundingBox())?.height, 'the height of an answer').toBeGreaterThanOrEqual(48);
  await tabTo(page, button(question, '1,234.56'));
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await read(page, 'Semicolon, UTF-8, 1,234.56');
  await expect(result(page)).toBeFocused();
  await tabTo(page, button(page, 'Import 1 row'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  const { items } = await records.list('units', { search: `"${project.name}"` });
  for (const { id } of items) records.deletesAfter('units', id);
  expect(items.map((unit) => unit['yearlyRentInAED'])).toEqual([85_000]);
});

test('a table is pasted, what its columns are is guessed and corrected, and it is imported', async ({
  page,
  records,
}) => {
  const name = unique('Weir');
  await signIn(page, 'admin', `${INSPECTIONS}/import`);
  await button(page, 'Paste a table').click();
  const rows = [
    ['Thing', 'Final score', 'How soon', 'Remark'],
    [`${name} A`, '40', 'low', 'x'],
    [`${name} B`, '60', 'high', 'y'],
  ];
  await page.getByLabel('Rows from a spreadsheet').fill(rows.map((row) => row.join('\t')).join('\n'));
  await button(page, 'Use this table').click();
  const columns = page.getByRole('group', { name: /^Guessed from names and values/ });
  const column = (label: string) => columns.getByLabel(label, { exact: true });
  await expect(column('Final score')).toHaveValue('Score');
  await expect(column('How soon')).toHaveValue('Urgency');
  await expect(columns).toContainText('Needed for new records, and not among the columns: Subject');
  await axe(page);
  await column('Thing').selectOption('Subject');
  await column('Remark').selectOption('Left out');
  await expect(fact(result(page), 'Would be created')).toHaveText('2');
  await button(page, 'Import 2 rows').click();
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  const { items } = await records.list('inspections', { search: name });
  for (const { id } of items) records.deletesAfter('inspections', id);
  expect(items).toHaveLength(2);
});

test('the template names columns as screens do, and is imported as it is filled in', async ({ page }) => {
  await signIn(page, 'admin', UNITS);
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByRole('rowheader')).toContainText([...HEADER.slice(0, 4), 'Bedrooms']);
  await expect(columns.getByRole('row', { name: /^Project/ })).toContainText('Its name');
  await expect(columns.getByText('projectId')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await button(page, 'Download template').click();
  const template = await readFile(await (await download).path(), 'utf8');
  expect(template).toMatch(/^\uFEFFUnit number,Status,Project,Developer,Bedrooms,/);
  await take(page, 'Choose a file', csv(`${template}X-1${template.replace(/[^,]/g, '')}\n`));
  await expect(result(page)).toContainText('is required');
  await expect(result(page)).not.toContainText('No field is called');
});
