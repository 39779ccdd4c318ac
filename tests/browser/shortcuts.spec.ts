// Single-key shortcuts: what they do, where they do nothing, and where the focus is afterwards.
import { axe, expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique, type Records } from './records';
import { button, rowOf, search } from './screen';

/** A list with three inspections, in this order. */
async function threeRows(records: Records): Promise<{ name: string; address: string }> {
  const name = unique('Pier');
  for (const part of ['A', 'B', 'C']) await records.create('inspections', { subject: `${name} ${part}`, score: 10 });
  return { name, address: `${INSPECTIONS}?search=${encodeURIComponent(name)}&sort=subject:asc` };
}

test('rows are moved over, selected, opened and edited, and the focus returns to the row', async ({
  page,
  records,
}) => {
  const { name, address } = await threeRows(records);
  const { keyboard: keys } = page;
  const link = (part: string) => rowOf(page, `${name} ${part}`).getByRole('link', { name: `${name} ${part}` });
  await signIn(page, 'admin', address);
  await expect(link('C')).toBeVisible();
  await keys.press('j');
  await expect(link('A')).toBeFocused();
  await keys.press('j');
  await keys.press('j');
  await keys.press('j');
  await expect(link('C')).toBeFocused();
  await keys.press('k');
  await expect(link('B')).toBeFocused();
  await keys.press('x');
  await expect(page.getByRole('checkbox', { name: `Select ${name} B` })).toBeChecked();
  await expect(page.getByRole('toolbar')).toContainText('1 of 3 row(s) selected.');
  await expect(link('B')).toBeFocused();
  await keys.press('x');
  await expect(page.getByRole('toolbar')).toHaveCount(0);

  await keys.press('o');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} B`);
  await keys.press('u');
  await expect(link('B')).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} B`);
  await page.goBack();
  await expect(link('B')).toBeFocused();

  await keys.press('e');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Inspection');
  await page.goBack();
  await expect(link('B')).toBeFocused();
  await keys.press('/');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue(name);
});

test('after a deletion and the close of a dialog the keyboard goes on where it was', async ({ page, records }) => {
  const { name, address } = await threeRows(records);
  const { keyboard: keys } = page;
  await signIn(page, 'admin', address);
  await expect(rowOf(page, `${name} C`)).toBeVisible();
  await keys.press('j');
  await keys.press('j');
  await keys.press('Control+k');
  await keys.type('delete');
  await expect(page.getByRole('option', { name: 'Delete', exact: true })).toHaveAttribute('aria-selected', 'true');
  await keys.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this inspection?' });
  await expect(button(question, 'Cancel')).toBeFocused();
  await keys.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(rowOf(page, `${name} B`).getByRole('link')).toBeFocused();

  await keys.press('Control+k');
  await keys.type('delete');
  await expect(page.getByRole('option', { name: 'Delete', exact: true })).toHaveAttribute('aria-selected', 'true');
  await keys.press('Enter');
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(rowOf(page, `${name} B`)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await keys.press('j');
  await expect(rowOf(page, `${name} C`).getByRole('link')).toBeFocused();
});

test('they do nothing in fields, menus and dialogs, nor with the modifiers of the browser', async ({
  page,
  records,
}) => {
  const { name, address } = await threeRows(records);
  const { keyboard: keys } = page;
  await signIn(page, 'admin', address);
  await expect(rowOf(page, `${name} C`)).toBeVisible();
  await search(page).focus();
  await keys.type('jxc?');
  await expect(search(page)).toHaveValue(`${name}jxc?`);
  await expect(page).toHaveURL(/\/backoffice\/inspections\?/);
  await search(page).fill(name);
  await expect(rowOf(page, `${name} C`)).toBeVisible();
  await button(page, 'Export').focus();
  await keys.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await keys.press('c');
  await expect(page).toHaveURL(/\/backoffice\/inspections\?/);
  await keys.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await keys.press('Alt+c');
  await expect(page).toHaveURL(/\/backoffice\/inspections\?/);
  await keys.press('c');
  await expect(page).toHaveURL(`${INSPECTIONS}/create`);
});

test('the help lists those of the screen, and turns single keys off for good', async ({ page, records }) => {
  const { address } = await threeRows(records);
  const { keyboard: keys } = page;
  await signIn(page, 'admin', address);
  await expect(page.getByRole('row')).toHaveCount(4);
  await keys.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const own = help.getByRole('region', { name: 'On this screen' });
  await expect(own.getByRole('term')).toHaveText([
    'Next row',
    'Previous row',
    'Select the row, or take it out of the selection',
    'Open the row',
    'Edit the row',
    'Search',
    'Create inspection',
  ]);
  await expect(help.getByRole('region', { name: 'Everywhere' })).toContainText('Go to Analytics');
  await axe(page);
  await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await expect(own).toHaveCount(0);
  await axe(page);
  await keys.press('Escape');
  await expect(help).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(4);
  await keys.press('?');
  await keys.press('c');
  await keys.press('Control+k');
  await keys.type('keyboard');
  await expect(page.getByRole('option').first()).toHaveAccessibleName('Keyboard shortcuts');
  await keys.press('Enter');
  await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await keys.press('Escape');
  await expect(help).toHaveCount(0);
  await keys.press('g');
  await keys.press('a');
  await expect(page).toHaveURL(/\/analytics$/);
});
