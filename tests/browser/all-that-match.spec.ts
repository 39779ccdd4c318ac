// All that match a search and filters: changed, deleted and worked on by one request each, after the server has said what
// it would change.
import type { Page, Request } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique, type Records } from './records';
import { button, notice, rowOf } from './screen';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' });

/** A list of ten rows a page, with twelve inspections; the last has passed and scores 77. */
async function twelve(page: Page, records: Records): Promise<string> {
  const name = unique('Dock');
  for (let at = 10; at < 22; at += 1) {
    const last = at === 21 && { score: 77, passed: true };
    await records.create('inspections', { subject: `${name} ${String(at)}`, score: 40, ...last });
  }
  await signIn(page, 'admin', `${INSPECTIONS}?limit=10&sort=subject:asc&search=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(bar(page)).toContainText('10 of 12 row(s) selected.');
  await button(bar(page), 'Select all 12 that match').click();
  await expect(bar(page)).toContainText('12 of 12 row(s) selected.');
  return name;
}

/** The requests that write, from now on. */
function writes(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/backoffice/inspections') && request.method() !== 'GET') sent.push(request);
  });
  return sent;
}

const queries = (sent: Request[]): string[] => sent.map((request) => new URL(request.url()).search);

test('are changed, after it is said how many would change', async ({ page, records }) => {
  const name = await twelve(page, records);
  const sent = writes(page);
  await button(bar(page), 'Bulk edit').click();
  const edit = page.getByRole('dialog', { name: 'Edit 12 inspections' });
  await button(edit, 'Add a field to change').click();
  await edit.getByRole('menuitem', { name: 'Score' }).click();
  await edit.getByRole('textbox', { name: 'Score' }).fill('77');
  await button(edit, 'See what changes').click();
  await expect(edit.getByRole('status')).toHaveText('11 inspections will change, 1 had these values already.');
  await axe(page);
  // Behind the dialog, where roles do not reach.
  await expect(page.locator('tr', { hasText: `${name} 10` })).toContainText('40');
  await button(edit, 'Change 11 inspections').click();
  await expect(notice(page)).toContainText('11 inspections updated, 1 had these values already');
  await expect(rowOf(page, `${name} 10`)).toContainText('77');
  await expect(bar(page)).toHaveCount(0);
  expect(queries(sent)).toEqual(['?dryRun=true', '']);
});

test('are deleted, but for those that were left out', async ({ page, records }) => {
  const name = await twelve(page, records);
  const sent = writes(page);
  await button(bar(page), 'Delete').click();
  const question = page.getByRole('dialog', { name: 'Delete 12 inspections?' });
  await expect(question).toContainText('All that the search and the filters of this list match');
  await expect(button(question, 'Cancel')).toBeFocused();
  await axe(page);
  await button(question, 'Cancel').click();
  await page.getByRole('checkbox', { name: `Select ${name} 10` }).uncheck();
  await expect(bar(page)).toContainText('11 of 12 row(s) selected.');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: `Select ${name} 21` })).toBeChecked();
  await button(bar(page), 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete 11 inspections?' }), 'Delete 11 inspections').click();
  await expect(notice(page)).toContainText('11 inspections deleted');
  await page.getByRole('link', { name: 'Go to the last page' }).click();
  await expect(rowOf(page, `${name} 10`)).toBeVisible();
  expect(queries(sent)).toEqual(['?dryRun=true', '']);
});

test('a verb is one request, for chosen rows too, and says what it would do', async ({ page, records }) => {
  const name = await twelve(page, records);
  const sent = writes(page);
  await button(bar(page), 'Repeat').click();
  const dialog = page.getByRole('dialog', { name: 'Repeat: 12 inspections' });
  await dialog.getByLabel('Inspected on').fill('2026-12-03');
  await button(dialog, 'See what changes').click();
  await expect(dialog.getByRole('status')).toHaveText('11 inspections will change; unchanged: 1, refused: 0.');
  await axe(page);
  await button(dialog, 'Repeat').click();
  await expect(notice(page)).toContainText('Repeat: 11 done, 1 unchanged');
  await expect(rowOf(page, `${name} 10`)).toContainText('3 Dec 2026');
  expect(queries(sent)).toEqual(['?dryRun=true', '']);

  sent.length = 0;
  for (const part of ['10', '11']) await page.getByRole('checkbox', { name: `Select ${name} ${part}` }).check();
  await button(bar(page), 'Repeat').click();
  const few = page.getByRole('dialog', { name: 'Repeat: 2 inspections' });
  await few.getByLabel('Inspected on').fill('2026-12-04');
  await button(few, 'Repeat').click();
  await expect(notice(page)).toContainText('Repeat: 2 done');
  expect(queries(sent)).toEqual(['']);
});
