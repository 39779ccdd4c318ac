// Long work goes on when the page is left, and is found again; what the columns of a file are is saved for the next one.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique } from './records';
import { button, fact } from './screen';

const csv = (text: string) => ({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

async function take(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  await (await chooser).setFiles(file);
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Jobs' });

test('an import goes on when the page is loaded again, and the bar has what came of it', async ({ page, records }) => {
  const name = unique('Ship');
  const rows = Array.from({ length: 250 }, (_, at) => `${name} ${at},40`);
  await signIn(page, 'admin', `${INSPECTIONS}/import`);
  await take(page, csv(['subject,score', ...rows, ''].join('\n')));
  const begun = page.waitForResponse((response) => response.request().headers()['prefer'] === 'respond-async');
  await button(page, 'Import 250 rows').click();
  expect((await begun).status()).toBe(202);
  await page.reload();
  await page.getByRole('button', { name: /^Jobs/ }).click();
  const job = panel(page).getByRole('listitem').first();
  await expect(job).toContainText(/Import of.*inspections/);
  await expect(job).toContainText('Done');
  await axe(page);
  await job.getByRole('link', { name: 'Look at it' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${INSPECTIONS}(\\?|$)`));
  const all = { search: `"${name}"`, limit: 100 };
  expect((await records.list('inspections', all)).total).toBe(250);
  for (const number of [1, 2, 3]) {
    // oxlint-disable-next-line no-await-in-loop
    const { items } = await records.list('inspections', { ...all, page: number });
    for (const { id } of items) records.deletesAfter('inspections', id);
  }
});

test('a mapping is saved, found after the page is loaded again, and applied to the next file', async ({ page }) => {
  const name = unique('Harbour');
  await signIn(page, 'admin', `${INSPECTIONS}/import`);
  await take(page, csv('what,mark\nHull,7\n'));
  await page.getByRole('combobox', { name: 'what' }).selectOption('Subject');
  await page.getByRole('combobox', { name: 'mark' }).selectOption('Score');
  await expect(fact(page.getByRole('region', { name: 'Result of the check' }), 'Would be created')).toHaveText('1');
  await button(page, 'Saved mappings').click();
  await button(page, 'Save this mapping…').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await button(page, 'Save').click();
  await expect(page.getByText(`Mapping saved as “${name}”`)).toBeVisible();

  await page.reload();
  await button(page, 'Saved mappings').click();
  await page.getByRole('dialog', { name: 'Saved mappings' }).getByText(name).click();
  await expect(button(page, name)).toBeVisible();
  await take(page, csv('mark,what\n9,Keel\n'));
  await expect(page.getByRole('combobox', { name: 'mark' })).toHaveValue('Score');
  await expect(page.getByRole('combobox', { name: 'what' })).toHaveValue('Subject');
  await expect(fact(page.getByRole('region', { name: 'Result of the check' }), 'Would be created')).toHaveText('1');
  await axe(page);

  await button(page, name).click();
  const menu = page.getByRole('dialog', { name: 'Saved mappings' });
  await menu.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await button(page.getByRole('dialog', { name: 'Delete this saved mapping?' }), 'Delete').click();
  await expect(page.getByText(`“${name}” deleted`)).toBeVisible();
});
