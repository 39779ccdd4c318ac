// A day's work by keyboard alone: each step is something that users do, and none uses a pointer.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique } from './records';
import { account, button, notice, results, rowOf, search, tabTo } from './screen';

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search and commands' });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Types into the palette, and runs what this finds first, once it is that. */
async function command(page: Page, text: string, option: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  const found = palette(page).getByRole('option').and(palette(page).locator('[aria-selected="true"]'));
  await expect(found).toHaveAccessibleName(option);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

/** Focuses it by Tab, and presses Enter. */
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

// The records that are deleted here are requested again.
test.use({ refusals: [404] });

test('thirty flows', async ({ page, records }) => {
  const name = unique('Quay');
  const subjects = Array.from({ length: 12 }, (_, at) => `${name} Berth${String(at + 10)}`);
  for (const subject of subjects) await records.create('inspections', { subject, score: 40 });
  const { keyboard: keys } = page;
  const toolbar = page.getByRole('toolbar', { name: 'Selected rows' });
  const dialog = page.getByRole('dialog');
  const list = `${INSPECTIONS}?limit=10&sort=subject:asc&search=${encodeURIComponent(name)}`;
  const shows = (from: number, to: number, total: number) =>
    expect(results(page)).toHaveText(`Showing ${String(from)} to ${String(to)} of ${String(total)} results`);
  const link = (subject: string) => rowOf(page, subject).getByRole('link');
  await page.addInitScript(() => {
    const fail = () => {
      throw new Error('A pointer was used.');
    };
    addEventListener('pointerdown', fail, true);
  });

  await test.step('sign in', async () => {
    await page.goto('/login?redirect=/backoffice');
    await tabTo(page, page.getByLabel('Email'));
    await keys.type('admin@demo.test');
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await keys.type('mizan-demo');
    await keys.press('Enter');
    await expect(heading(page)).toHaveText('Back-office');
  });
  await test.step('skip the navigation', async () => {
    await page.reload();
    await expect(heading(page)).toBeVisible();
    await keys.press('Tab');
    await keys.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('open a list', async () => {
    await command(page, 'inspections', /^Inspections/);
    await expect(heading(page)).toHaveText('Inspections');
    await expect(results(page)).toBeVisible();
  });
  await test.step('search', async () => {
    await keys.press('/');
    await expect(search(page)).toBeFocused();
    await keys.type(name);
    await shows(1, 12, 12);
  });
  await test.step('sort', async () => {
    const header = page.getByRole('columnheader', { name: 'Subject' });
    await press(page, header.getByRole('button'));
    await expect(header).toHaveAttribute('aria-sort', /ascending|descending/);
  });
  await test.step('choose the size of a page', async () => {
    await tabTo(page, page.getByRole('combobox', { name: /per page/i }));
    await keys.type('10');
    await shows(1, 10, 12);
  });
  await test.step('go to the next page, and back', async () => {
    await press(page, page.getByRole('link', { name: 'Next' }));
    await shows(11, 12, 12);
    await press(page, page.getByRole('link', { name: 'Previous' }));
    await shows(1, 10, 12);
  });
  await test.step('hide a column', async () => {
    await press(page, button(page, 'Columns'));
    const columns = page.getByRole('dialog', { name: 'Column Visibility' });
    await tabTo(page, columns.getByRole('checkbox', { name: 'Score' }));
    await keys.press('Space');
    await keys.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveCount(0);
  });
  await test.step('open a row, and return to it', async () => {
    await page.goto(list);
    await expect(link(subjects[0] ?? '')).toBeVisible();
    await keys.press('j');
    await keys.press('j');
    await expect(link(subjects[1] ?? '')).toBeFocused();
    await keys.press('Enter');
    await expect(heading(page)).toHaveText(subjects[1] ?? '');
    await keys.press('u');
    await expect(link(subjects[1] ?? '')).toBeFocused();
  });
  await test.step('edit and save', async () => {
    await keys.press('e');
    const score = page.getByLabel('Score');
    await expect(score).toBeVisible();
    await tabTo(page, score);
    await keys.press('Control+a');
    await keys.type('55');
    await keys.press('Enter');
    await expect(notice(page)).toContainText('Inspection updated successfully');
  });
  await test.step('find a record by the palette', async () => {
    await command(page, subjects[1] ?? '', new RegExp(`^${subjects[1] ?? ''}`));
    await expect(heading(page)).toHaveText(subjects[1] ?? '');
    await expect(page.getByRole('main')).toContainText('55');
  });
  await test.step('see the history, and restore a version', async () => {
    await press(page, page.getByRole('navigation', { name: /^Views of/ }).getByRole('link', { name: 'History' }));
    await press(page, page.getByRole('button', { name: /^Restore/ }).first());
    await expect(dialog).toBeVisible();
    await press(page, dialog.getByRole('button', { name: /^Restore/ }));
    await expect(notice(page)).toContainText('restored');
  });
  await test.step('create', async () => {
    await keys.press('u');
    await expect(results(page)).toBeVisible();
    await keys.press('c');
    await expect(page.getByLabel('Subject')).toBeVisible();
    await tabTo(page, page.getByLabel('Subject'));
    await keys.type(`${name} Berth90`);
    await tabTo(page, page.getByLabel('Score'));
    await keys.type('70');
    await keys.press('Enter');
    await expect(notice(page)).toContainText(/created/i);
  });
  await test.step('delete, and undo', async () => {
    await command(page, `${name} Berth90`, new RegExp(`^${name} Berth90`));
    await expect(heading(page)).toHaveText(`${name} Berth90`);
    await command(page, 'delete', 'Delete');
    await expect(button(dialog, 'Cancel')).toBeFocused();
    await press(page, button(dialog, 'Delete'));
    const undo = button(notice(page), 'Undo');
    await expect(dialog).toHaveCount(0);
    await expect(notice(page)).toContainText('Inspection deleted successfully');
    await expect(undo).toHaveCount(1);
    await keys.press('F8');
    await expect(undo).toBeFocused();
    await keys.press('Enter');
    await expect(button(notice(page), 'Redo')).toBeVisible();
  });
  await test.step('build a filter', async () => {
    await page.goto(INSPECTIONS);
    await expect(results(page)).toBeVisible();
    await press(page, page.getByRole('button', { name: /^Filters/ }));
    const builder = page.getByRole('dialog', { name: 'Filter inspections' });
    await expect(builder.getByLabel('Field')).toBeFocused();
    await keys.type('Subject');
    await keys.press('Tab');
    await keys.type('contains');
    await tabTo(page, builder.getByLabel('Value'));
    await keys.type(name);
    await keys.press('Enter');
    await expect(builder).toBeHidden();
    await shows(1, 13, 13);
  });
  const saved = page.getByRole('dialog', { name: 'Saved filters' });
  await test.step('save the filter, and apply it', async () => {
    await press(page, button(page, 'Saved filters'));
    await press(page, button(saved, 'Save current filters…'));
    const form = page.getByRole('dialog', { name: 'Save filters' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await keys.type(`Of ${name}`);
    await keys.press('Enter');
    await expect(notice(page)).toContainText('Filters saved');
    await page.goto(INSPECTIONS);
    await expect(results(page)).toBeVisible();
    await press(page, button(page, 'Saved filters'));
    await press(page, button(saved, `Of ${name}`));
    await shows(1, 13, 13);
  });
  await test.step('delete the saved filter', async () => {
    await press(page, button(page, 'Saved filters'));
    await press(page, button(saved, `Actions for Of ${name}`));
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await keys.press('End');
    await keys.press('Enter');
    await press(page, button(page.getByRole('dialog', { name: 'Delete this saved filter?' }), 'Delete'));
    await expect(notice(page)).toContainText('deleted');
  });
  await test.step('export', async () => {
    await keys.press('Escape');
    await press(page, button(page, 'Export'));
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    const download = page.waitForEvent('download');
    await keys.press('Enter');
    expect((await download).suggestedFilename()).toBe('inspections.csv');
  });
  await test.step('remove the filter', async () => {
    await press(page, page.getByRole('button', { name: /^Remove the filter/ }));
    await expect(page).not.toHaveURL(/filters=/);
  });
  await test.step('select rows', async () => {
    await page.goto(list);
    await expect(link(subjects[0] ?? '')).toBeVisible();
    for (const key of ['j', 'x', 'j', 'x']) await keys.press(key);
    await expect(toolbar).toContainText('2 of 13 row(s) selected.');
  });
  await test.step('change several records', async () => {
    await command(page, 'bulk', 'Bulk edit');
    await expect(button(dialog, 'Add a field to change')).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await keys.type('Score');
    await keys.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Score' })).toBeFocused();
    await keys.type('66');
    await keys.press('Enter');
    await expect(notice(page)).toContainText('2 inspections updated');
  });
  await test.step('a verb on several records', async () => {
    await expect(toolbar).toHaveCount(0);
    for (const key of ['j', 'x']) await keys.press(key);
    await command(page, 'approve', 'Approve');
    await expect(button(dialog, 'Cancel')).toBeFocused();
    await press(page, button(dialog, 'Approve'));
    await expect(notice(page)).toContainText('Approve: 1 done');
  });
  await test.step('delete all that match', async () => {
    for (const key of ['j', 'x']) await keys.press(key);
    await press(page, button(toolbar, 'Select all 13 that match'));
    await expect(toolbar).toContainText('13 of 13 row(s) selected.');
    await command(page, 'delete', 'Delete');
    await press(page, button(dialog, 'Delete 13 inspections'));
    await expect(notice(page)).toContainText('13 inspections deleted');
  });
  await test.step('import', async () => {
    await command(page, 'import insp', 'Import Inspections');
    const chooser = page.waitForEvent('filechooser');
    await press(page, button(page, 'Choose a file'));
    const buffer = Buffer.from(`Subject,Score\n${name} imported,30\n`);
    await (await chooser).setFiles({ name: 'table.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByRole('region', { name: 'Result of the check' })).toBeFocused();
    await press(page, button(page, 'Import 1 row'));
    await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
    const { items } = await records.list('inspections', { search: `"${name} imported"` });
    for (const { id } of items) records.deletesAfter('inspections', id);
    expect(items).toHaveLength(1);
  });
  await test.step('see all changes', async () => {
    await command(page, 'changes', /^Changes/);
    await expect(page.getByRole('main')).toContainText(`${name} imported`);
  });
  await test.step('go to the other area', async () => {
    for (const key of ['g', 'a']) await keys.press(key);
    await expect(page).toHaveURL(/\/analytics$/);
    await expect(heading(page)).toBeVisible();
  });
  await test.step('explore', async () => {
    await command(page, 'explorer', /^Explorer/);
    await expect(page).toHaveURL(/\/analytics\/explorer/);
    await expect(page.getByRole('table').or(page.getByRole('img')).first()).toBeVisible();
  });
  await test.step('change the theme', async () => {
    await command(page, 'dark theme', 'Switch to the dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
  await test.step('collapse the navigation', async () => {
    await press(page, page.getByRole('button', { name: 'Collapse' }));
    await expect(page.getByRole('button', { name: 'Expand' })).toBeFocused();
    await keys.press('Enter');
  });
  await test.step('read the shortcuts', async () => {
    await keys.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await keys.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('open the account menu', async () => {
    await press(page, account(page));
    await expect(button(page, 'Sign out')).toBeVisible();
    await keys.press('Escape');
    await expect(account(page)).toBeFocused();
  });
  await test.step('sign out', async () => {
    await command(page, 'sign out', 'Sign out');
    await expect(page).toHaveURL(/\/login/);
  });
});
