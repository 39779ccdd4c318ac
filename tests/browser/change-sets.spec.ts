// Change sets: a bulk edit, a deletion and an import are looked at first, corrected, applied and undone as a whole.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique, type Records } from './records';
import { button, notice, rowOf } from './screen';

const changes = (page: Page) => page.getByRole('table', { name: 'Changes' });
const row = (page: Page, title: string) => changes(page).getByRole('row').filter({ hasText: title });
const question = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Three inspections, selected in their list. */
async function three(page: Page, records: Records): Promise<string> {
  const name = unique('Dome');
  for (const at of ['A', 'B', 'C']) await records.create('inspections', { subject: `${name} ${at}`, score: 40 });
  await signIn(page, 'admin', `${INSPECTIONS}?search=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  return name;
}

async function planEdit(page: Page, score: string): Promise<void> {
  await button(page, 'Bulk edit').click();
  const edit = question(page, 'Edit 3 inspections');
  await button(edit, 'Add a field to change').click();
  await edit.getByRole('menuitem', { name: 'Score' }).click();
  await edit.getByRole('textbox', { name: 'Score' }).fill(score);
  await button(edit, 'Look at the changes first').click();
  await expect(page.getByRole('heading', { name: 'Change inspections' })).toBeVisible();
}

async function apply(page: Page): Promise<void> {
  await button(page, 'Apply').click();
  await button(question(page, 'Apply these changes?'), 'Apply').click();
  await expect(notice(page)).toContainText('The changes were applied');
}

test('a bulk edit is looked at, a record left out, the others changed, and all of it undone', async ({
  page,
  records,
}) => {
  const name = await three(page, records);
  await planEdit(page, '77');
  await expect(row(page, `${name} A`)).toContainText('77');
  await axe(page);
  await button(page, `Leave out ${name} C`).click();
  await expect(row(page, `${name} C`)).toHaveCount(0);
  await apply(page);
  const set = page.url();
  await page.goto(`${INSPECTIONS}?search=${encodeURIComponent(name)}`);
  await expect(rowOf(page, `${name} A`)).toContainText('77');
  await expect(rowOf(page, `${name} C`)).toContainText('40');
  await page.goto(set);
  await button(page, 'Undo').click();
  await button(question(page, 'Undo these changes?'), 'Undo').click();
  await expect(notice(page)).toContainText('The changes were undone');
  await expect(row(page, `${name} A`)).toContainText('Reversed');
  await page.goto(`${INSPECTIONS}?search=${encodeURIComponent(name)}`);
  await expect(rowOf(page, `${name} A`)).toContainText('40');
});

test.describe('after other changes', () => {
  test.use({ refusals: [409] });

  test('a set that is stale names its records and is planned again', async ({ page, records }) => {
    const name = await three(page, records);
    await planEdit(page, '77');
    const { items } = await records.list('inspections', { search: `${name} A` });
    await records.change('inspections', items[0]?.id ?? '', { score: 50 });
    await button(page, 'Apply').click();
    const dialog = question(page, 'Apply these changes?');
    await button(dialog, 'Apply').click();
    await expect(dialog.getByRole('list')).toContainText(`${name} A`);
    await axe(page);
    await button(dialog, 'Plan again').click();
    await expect(notice(page)).toContainText('The changes were applied');
  });

  test('the others are undone when some records were changed since', async ({ page, records }) => {
    const name = await three(page, records);
    await planEdit(page, '77');
    await apply(page);
    const { items } = await records.list('inspections', { search: `${name} A` });
    await records.change('inspections', items[0]?.id ?? '', { score: 50 });
    await button(page, 'Undo').click();
    const dialog = question(page, 'Undo these changes?');
    await button(dialog, 'Undo').click();
    await expect(dialog.getByRole('list')).toContainText(`${name} A`);
    await button(dialog, 'Undo the others').click();
    await expect(row(page, `${name} A`)).toContainText('Left as it is');
    await expect(row(page, `${name} B`)).toContainText('Reversed');
  });
});

test('the errors of an import are corrected in their places by keyboard, and it is applied', async ({
  page,
  records,
}) => {
  const name = unique('Dock');
  await signIn(page, 'admin', `${INSPECTIONS}/import`);
  const table = `subject,score\n${name} A,40\n${name} B,many\n${name} C,few\n`;
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await button(page, 'Look at the changes first').click();
  await expect(page.getByRole('heading', { name: 'Import inspections' })).toBeVisible();
  await expect(button(page, 'Apply')).toBeDisabled();
  await page.getByRole('link', { name: 'With errors 2' }).press('Enter');
  await button(page, `Correct Score of ${name} B`).press('Enter');
  const score = page.getByRole('textbox', { name: 'Score' });
  await expect(score).toBeFocused();
  await axe(page);
  await score.fill('60');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText('Score corrected');
  // The focus goes on to the next one, and stays in the card after the last.
  await expect(button(page, `Correct Score of ${name} C`)).toBeFocused();
  await page.keyboard.press('Enter');
  await score.fill('70');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing is wrong any more')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Changes' })).toBeFocused();
  await apply(page);
  await expect(changes(page)).toContainText(`${name} B`);
  const { items } = await records.list('inspections', { search: name });
  for (const { id } of items) records.deletesAfter('inspections', id);
  expect(items).toHaveLength(3);
});

test('a deletion is discarded, and stays in the list of sets as such', async ({ page, records }) => {
  const name = await three(page, records);
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click();
  await button(page, 'Look at the changes first').click();
  await expect(row(page, `${name} A`)).toContainText('Delete');
  await button(page, 'Discard').click();
  await button(question(page, 'Discard these changes?'), 'Discard').click();
  await expect(notice(page)).toContainText('The changes were discarded');
  await page.goto('/backoffice/change-sets?state=discarded&resource=inspections');
  const sets = page.getByRole('list', { name: 'Change sets' }).getByRole('listitem');
  await expect(sets.first()).toContainText('3 to delete');
  await axe(page);
  await page.goto(`${INSPECTIONS}?search=${encodeURIComponent(name)}`);
  await expect(rowOf(page, `${name} A`)).toBeVisible();
});

test('two selected records are compared and merged', async ({ page, records }) => {
  const name = unique('Falaj');
  for (const spelling of [name, name.toUpperCase()]) await records.create('developers', { name: spelling });
  await signIn(page, 'admin', `/backoffice/developers?search=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('link', { name: 'Merge', exact: true }).click();
  await expect(page.getByRole('table', { name: /^Fields of/ })).toBeVisible();
  await axe(page);
  await page.getByRole('radio', { name: `${name} stays`, exact: true }).check();
  await button(page, 'Merge').click();
  await expect(page.getByRole('heading', { name: 'Merge developers' })).toBeVisible();
  await apply(page);
  const { total } = await records.list('developers', { search: name });
  expect(total).toBe(1);
});
