// What other users save is shown without a reload, and takes nothing from the user: no place, selection or text.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique } from './records';
import { button, notice, rowOf, search } from './screen';

test.use({ live: true });

/** Resolves once the page follows what others change. */
const following = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => response.ok() && new URL(response.url()).pathname === '/api/backoffice/live');

test('a list shows what another user saves, and its place, selection and search stay', async ({
  page,
  visitor,
  records,
}) => {
  const name = unique('Followed');
  for (const at of 'ABCDEFGHIJK') await records.create('inspections', { subject: `${name} ${at}`, score: 40 });
  const last = `${name} L`;
  const { id } = await records.create('inspections', { subject: last, score: 40 });
  // The last row is below the fold.
  await page.setViewportSize({ width: 1440, height: 500 });
  const followed = following(page);
  await signIn(page, 'admin', `${INSPECTIONS}?limit=20&sort=subject:asc&search=${encodeURIComponent(name)}`);
  const row = rowOf(page, last);
  await search(page).focus();
  await followed;
  await records.change('inspections', id, { score: 41 });
  await expect(row).toContainText('41', { timeout: 10_000 });
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue(name);

  await row.getByRole('checkbox').check();
  await row.scrollIntoViewIfNeeded();
  const place = await row.boundingBox();

  const other = await visitor();
  await signIn(other, 'admin', `${INSPECTIONS}/${id}`);
  await other.getByLabel('Score').fill('77');
  await button(other, 'Save Changes').click();
  await expect(notice(other)).toContainText('Inspection updated successfully');

  await expect(row).toContainText('77', { timeout: 10_000 });
  expect(await row.boundingBox()).toEqual(place);
  await expect(row.getByRole('checkbox')).toBeChecked();
});

test('a form that is edited says that another user has changed its record, and loses nothing', async ({
  page,
  records,
}) => {
  const subject = unique('Edited');
  const { id } = await records.create('inspections', { subject, score: 40 });
  const followed = following(page);
  await signIn(page, 'admin', `${INSPECTIONS}/${id}`);
  await page.getByLabel('Subject').fill(`${subject} here`);
  await followed;
  await records.change('inspections', id, { score: 78 });
  await expect(page.getByText(/ changed this record/)).toBeVisible({ timeout: 10_000 });
  await expect(page.getByLabel('Subject')).toHaveValue(`${subject} here`);
  await axe(page);
  await button(page, 'Show what changed').click();
  await expect(page.getByRole('heading', { name: / changed this record while you were editing/ })).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue(`${subject} here`);
  await expect(page.getByLabel('Score')).toHaveValue('78');
});
