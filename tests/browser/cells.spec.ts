// A list as a spreadsheet: its cells are edited in place, by keyboard and by mouse, and blocks are copied, filled down and
// pasted, all or nothing.
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { unique, type Project, type Records, type Row } from './records';
import { button, notice, results, rowOf } from './screen';
import { delayResponses } from './server-faults';

const UNITS = '/backoffice/units';
/** The positions of the columns of units. */
const NUMBER = 1;
const PROJECT = 2;
const RENT = 3;
const STATUS = 4;
const BEDROOMS = 5;
const DEVELOPER = 7;

const titleOf = (unit: Row, project: Project): string => `${String(unit['unitNumber'])} · ${project.name}`;

/** Waits until the cells can be edited: one of them is in the tab order then. */
const ready = (page: Page): Promise<void> => expect(page.locator('td[tabindex="0"]')).toHaveCount(1);

/** A project, its units in the order of the list, and a way to their cells. */
async function listOf(page: Page, records: Records, count: number, whenShown = ready) {
  const project = await records.project();
  const units: Row[] = [];
  for (let number = 1; number <= count; number += 1)
    units.push(await records.unit(project, { unitNumber: `N-${100 + number}` }));
  await signIn(page, 'admin', `${UNITS}?search=${encodeURIComponent(project.name)}`);
  await expect(results(page)).toHaveText(new RegExp(`of ${count} results$`));
  const cell = (row: number, column: number): Locator =>
    rowOf(page, titleOf(units[row] as Row, project))
      .getByRole('cell')
      .nth(column);
  await whenShown(page);
  return { project, units, cell };
}

async function paste(page: Page, rows: string[][]): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    rows.map((row) => row.join('\t')).join('\r\n') + '\r\n',
  );
  await page.keyboard.press('Control+v');
}

test('cells are edited by keyboard, one after the other, and taken back', async ({ page, records }) => {
  const { cell } = await listOf(page, records, 2);
  const keys = page.keyboard;
  await cell(0, NUMBER).focus();
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  await expect(cell(0, RENT)).toBeFocused();
  await expect(cell(0, RENT)).toHaveAccessibleDescription('Press Enter to edit this cell.');

  await keys.press('Enter');
  const rent = page.getByRole('textbox', { name: 'Yearly rent' });
  await expect(rent).toBeFocused();
  await expect(rent).toHaveValue('80,000');
  await axe(page);
  await keys.type('85000');
  await keys.press('Enter');
  await expect(notice(page)).toContainText(/^Yearly rent of N-101 · .* saved/);
  await expect(cell(0, RENT)).toHaveText('85,000');
  await expect(cell(1, RENT)).toBeFocused();

  await keys.press('F2');
  await expect(rent).toBeFocused();
  await keys.type('90000');
  await keys.press('Tab');
  const status = page.getByRole('combobox', { name: 'Status' });
  await expect(status).toBeFocused();
  await expect(cell(1, RENT)).toHaveText('90,000');
  await keys.press('Shift+Tab');
  await expect(rent).toBeFocused();
  await keys.type('1');
  await keys.press('Escape');
  await expect(cell(1, RENT)).toBeFocused();
  await expect(cell(1, RENT)).toHaveText('90,000');

  await keys.press('Control+z');
  await expect(cell(1, RENT)).toHaveText('80,000');
  await expect(cell(0, RENT)).toHaveText('85,000');
  await keys.press('Control+z');
  await expect(cell(0, RENT)).toHaveText('80,000');
  await expect(cell(1, RENT)).toBeFocused();
  await page.reload();
  await expect(cell(0, RENT)).toHaveText('80,000');
});

test('a click selects a cell, a double click edits it, a press elsewhere saves, and the title opens the record', async ({
  page,
  records,
}) => {
  const { cell, project, units } = await listOf(page, records, 2);
  await cell(0, STATUS).click();
  await expect(cell(0, STATUS)).toBeFocused();
  await cell(0, STATUS).dblclick();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Sold');
  await cell(1, BEDROOMS).click();
  await expect(cell(0, STATUS)).toHaveText('Sold');
  await expect(cell(1, BEDROOMS)).toBeFocused();
  // The toast takes back as the key does.
  await button(notice(page), 'Undo').click();
  await expect(cell(0, STATUS)).not.toHaveText('Sold');

  const title = titleOf(units[0] as Row, project);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test("a cell is edited with the input that the field's module defines", async ({ page, records }) => {
  const sent = await records.create('companies', { name: unique('Letting') });
  const visitor = unique('Huda');
  await records.create('viewings', { visitor, companyId: sent.id, rating: 2 });
  await signIn(page, 'admin', `/backoffice/viewings?search=${visitor}`);
  const stars = rowOf(page, visitor)
    .getByRole('cell')
    .filter({ has: page.getByRole('img') });
  await ready(page);
  await stars.dblclick();
  await expect(page.getByRole('slider', { name: 'Rating' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(stars.getByRole('img', { name: '3 of 5' })).toBeVisible();
  await expect(stars).toBeFocused();
});

test.describe('what is refused', () => {
  test.use({ refusals: [409] });

  test('is reported at the cell, and what was typed stays', async ({ page, records }) => {
    const { cell } = await listOf(page, records, 2);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await cell(1, RENT).focus();
    await page.keyboard.press('Enter');
    const rent = page.getByRole('textbox', { name: 'Yearly rent' });
    await rent.fill('eighty');
    await page.keyboard.press('Enter');
    await expect(rent).toHaveAccessibleDescription(/number/);
    await expect(rent).toBeFocused();
    expect(sent).toEqual([]);
    await axe(page);
    await page.keyboard.press('Escape');

    await cell(1, NUMBER).focus();
    await page.keyboard.press('Enter');
    const number = page.getByRole('textbox', { name: 'Unit number' });
    await number.fill('N-101');
    await page.keyboard.press('Tab');
    await expect(number).toHaveAccessibleDescription('There is a unit with this number in the project already');
    await expect(number).toHaveValue('N-101');
    await expect(number).toBeFocused();
    await axe(page);
    await number.fill('N-103');
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('saved');
    await expect(page.getByRole('link', { name: /^N-103/ })).toBeVisible();
  });
});

test.describe('what another user changed meanwhile', () => {
  test.use({ refusals: [412] });

  test('is shown at the cell, and overwritten or taken', async ({ page, records }) => {
    const { cell, units } = await listOf(page, records, 1);
    const id = units[0]?.id ?? '';
    const rent = page.getByRole('textbox', { name: 'Yearly rent' });
    const change = async (mine: string, theirs: object) => {
      await cell(0, RENT).focus();
      await page.keyboard.press('Enter');
      await rent.fill(mine);
      await records.change('units', id, theirs);
      await page.keyboard.press('Enter');
    };
    await change('85000', { yearlyRentInAED: 99_000 });
    const conflict = page.getByRole('alert').filter({ hasText: 'Yearly rent was changed to “99,000”' });
    await expect(conflict).toBeVisible();
    await expect(rent).toHaveValue('85,000');
    await axe(page);
    await button(conflict, 'Overwrite it').click();
    await expect(cell(0, RENT)).toHaveText('85,000');
    await expect(cell(0, RENT)).toBeFocused();

    await change('86000', { yearlyRentInAED: 70_000 });
    await button(page.getByRole('alert'), 'Use their value').click();
    await expect(cell(0, RENT)).toHaveText('70,000');

    // Another field is no conflict.
    await change('87000', { status: 'sold' });
    await expect(cell(0, RENT)).toHaveText('87,000');
    await expect(cell(0, STATUS)).toHaveText('Sold');
  });
});

test('selected cells are copied, filled down, and pasted after a look at what changes', async ({ page, records }) => {
  const other = await records.project();
  const { cell, project } = await listOf(page, records, 3);
  const keys = page.keyboard;
  await cell(0, RENT).focus();
  await keys.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Yearly rent' })).toBeFocused();
  await keys.type('95000');
  await keys.press('Enter');
  await expect(cell(0, RENT)).toHaveText('95,000');
  await keys.press('ArrowUp');
  await keys.press('Shift+ArrowDown');
  await keys.press('Shift+ArrowDown');
  await keys.press('Control+d');
  await expect(cell(1, RENT)).toHaveText('95,000');
  await expect(cell(2, RENT)).toHaveText('95,000');
  await keys.press('Control+z');
  await expect(cell(2, RENT)).toHaveText('80,000');
  await expect(cell(0, RENT)).toHaveText('95,000');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await cell(0, PROJECT).focus();
  await keys.press('Shift+ArrowRight');
  await keys.press('Shift+ArrowDown');
  await keys.press('Control+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\r\n')).toEqual([`${project.name}\t95000`, `${project.name}\t80000`]);

  await cell(1, PROJECT).focus();
  await paste(page, [
    [other.name, '70,000', 'Rented'],
    [project.name, '80000', 'nowhere'],
  ]);
  const dialog = page.getByRole('dialog', { name: 'Paste into the list' });
  await expect(dialog.getByText('1 mistake is left to correct.')).toBeVisible();
  const second = dialog.getByRole('row').nth(1);
  await expect(second.getByRole('cell').first()).toHaveText(`${project.name} → ${other.name}`);
  await expect(second.getByRole('cell').nth(1)).toHaveText('80,000 → 70,000');
  const wrong = dialog.getByRole('textbox', { name: /^Status of N-103/ });
  await expect(wrong).toHaveAccessibleDescription('“nowhere” is not a possible value');
  await axe(page);
  await button(dialog, 'Save 4 cells').click();
  await expect(wrong).toBeFocused();
  await wrong.fill('Sold');
  await wrong.press('Enter');
  await button(dialog, 'Save 4 cells').click();
  await expect(dialog).toBeHidden();
  await expect(notice(page)).toContainText('4 cells saved');
  await expect(cell(2, STATUS)).toHaveText('Sold');
  await expect(page.getByRole('link', { name: /^N-102/ })).toHaveCount(0);
});

test.describe('a large block', () => {
  test.use({ refusals: [409, 422] });

  test('of 500 rows and 6 columns is refused for three mistakes, corrected, and saved as one', async ({
    page,
    records,
  }) => {
    const ROWS = 500;
    const project = await records.project();
    const other = await records.create('developers', { name: unique('Nakheel') });
    for (let number = 0; number < ROWS; number += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, at) => records.unit(project, { unitNumber: `P-${1000 + number + at}` })),
      );
    await signIn(page, 'admin', `${UNITS}?search=${encodeURIComponent(project.name)}`);
    await expect(results(page)).toHaveText(/of 500 results$/);
    const cell = (row: number, column: number): Locator =>
      page
        .getByRole('row')
        .nth(row + 1)
        .getByRole('cell')
        .nth(column);
    await ready(page);
    await cell(0, PROJECT).focus();
    const block = Array.from({ length: ROWS }, (_, row) => [
      project.name,
      String(50_000 + row),
      'Rented',
      String(row % 5),
      '950.5',
      String(other['name']),
    ]);
    const spoilt = block.map((row) => [...row]);
    (spoilt[3] as string[])[1] = 'fifty';
    (spoilt[250] as string[])[2] = 'haunted';
    (spoilt[499] as string[])[5] = 'No Such Developer';
    await paste(page, spoilt);
    const dialog = page.getByRole('dialog', { name: 'Paste into the list' });
    await expect(dialog.getByText('3 mistakes are left to correct.')).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await dialog.getByRole('button', { name: /^Save / }).click();
    expect(sent).toEqual([]);
    for (const [name, text] of [
      ['Yearly rent of P-1003', '50003'],
      ['Status of P-1250', 'Rented'],
      ['Developer of P-1499', String(other['name'])],
    ] as const) {
      const wrong = dialog.getByRole('textbox', { name: new RegExp(`^${name} `) });
      await wrong.fill(text);
      await wrong.press('Enter');
      await expect(wrong).toHaveCount(0);
    }
    // Another user is quicker: nothing is saved, and the preview shows what is there by now.
    const last = (await records.list('units', { search: `${project.name} P-1499`, limit: 1 })).items[0] as Row;
    await records.change('units', last.id, { yearlyRentInAED: 1 });
    const save = dialog.getByRole('button', { name: /^Save [\d,]+ cells$/ });
    await save.click();
    await expect(dialog.getByRole('alert')).toContainText('1 cell was changed by someone else meanwhile');
    await expect(dialog.getByRole('row').last()).toContainText('1 → 50,499');
    await save.click();
    await expect(dialog).toBeHidden();
    expect(sent).toHaveLength(2);
    const { items } = await records.list('units', {
      search: project.name,
      limit: 100,
      page: 5,
      sort: 'unitNumber:asc',
    });
    expect(items.map((unit) => [unit['yearlyRentInAED'], unit['status']])).toEqual(
      block.slice(400).map(([, rent]) => [Number(rent), 'rented']),
    );
    await expect(cell(0, DEVELOPER)).toHaveText(String(other['name']));

    await cell(0, RENT).focus();
    await page.keyboard.press('Control+z');
    await expect(cell(0, RENT)).toHaveText('80,000');
  });
});

test('a double click while the cells are being loaded opens the cell, and a click beside the title opens the record', async ({
  page,
  records,
}) => {
  const release = await delayResponses(page, '**/assets/cells-*.js');
  const { cell, units, project } = await listOf(page, records, 1, () => Promise.resolve());
  await cell(0, RENT).dblclick();
  release();
  await expect(page.getByRole('textbox', { name: 'Yearly rent' })).toBeFocused();
  await page.keyboard.press('Escape');

  const again = await delayResponses(page, '**/assets/cells-*.js');
  await page.reload();
  await cell(0, NUMBER).click({ position: { x: 2, y: 2 } });
  again();
  await expect(page.getByRole('heading', { level: 1, name: titleOf(units[0] as Row, project) })).toBeVisible();
});
