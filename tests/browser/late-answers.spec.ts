// An answer that arrives after the user has left leads nowhere: neither a saved or deleted record, nor one that
// could not be loaded, takes the user away from where they went.
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique } from './records';
import { button, choose, navigation, notice, results, rowOf, search } from './screen';
import { delayResponses, failResponses } from './server-faults';

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Back-office' });
const area = (page: Page, name: string) => navigation(page).getByRole('link', { name }).first();

/** Until the overview has been loaded, the screen that is left stays. */
const holdOverview = (page: Page) => delayResponses(page, /\/overview-screen-(?!lazy-)[^/]*\.js$/);

async function expectOverview(page: Page): Promise<void> {
  await expect(overview(page)).toBeVisible();
  await expect(page).toHaveURL('/backoffice');
}

/** By the browser's own button, however many steps there are. */
async function backToOverview(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => history.back());
    await expect(overview(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectOverview(page);
}

test('a created record does not open once its form was left', async ({ page, records }) => {
  const name = unique('Left');
  await signIn(page, 'admin', `${INSPECTIONS}/create`);
  await page.getByLabel('Subject').fill(name);
  await page.getByRole('textbox', { name: 'Score' }).fill('12');
  const release = await delayResponses(page, '**/api/backoffice/inspections', 'POST');
  await button(page, 'Create Inspection').click();
  await area(page, 'Overview').click();
  await expect(overview(page)).toBeVisible();
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  release();
  const { _id: id } = (await (await created).json()) as { _id: string };
  records.deletesAfter('inspections', id);
  await expect(notice(page)).toContainText('Inspection created');
  await expectOverview(page);
});

test('a deleted record does not lead to its list once the user is back elsewhere', async ({ page, records }) => {
  const name = unique('Left');
  await records.create('inspections', { subject: name, score: 12 });
  await signIn(page, 'admin', '/backoffice');
  await area(page, 'Inspections').click();
  await search(page).fill(name);
  await rowOf(page, name).getByRole('link', { name, exact: true }).click();
  await button(page, 'Delete').click();
  const release = await delayResponses(page, '**/api/backoffice/inspections/*', 'DELETE');
  await button(page.getByRole('dialog'), 'Delete').click();
  await backToOverview(page);
  release();
  await expect(notice(page)).toContainText('Inspection deleted');
  await expectOverview(page);
});

for (const screen of ['', '/show'])
  test(`a record that cannot be loaded does not lead to its list once a link was followed: ${screen || '/edit'}`, async ({
    page,
    records,
    complaints,
  }) => {
    const { id } = await records.create('inspections', { subject: unique('Left'), score: 12 });
    await signIn(page, 'admin', '/backoffice/companies');
    await expect(results(page)).toContainText('Showing 1 to');
    await failResponses(page, `**/api/backoffice/inspections/${id}`);
    const fail = await delayResponses(page, `**/api/backoffice/inspections/${id}`);
    const show = await holdOverview(page);
    // The screen is there once it has requested its record.
    const requested = page.waitForRequest(`**/api/backoffice/inspections/${id}`);
    await page.goto(`${INSPECTIONS}/${id}${screen}`);
    await requested;
    await area(page, 'Overview').click();
    fail();
    await expect(notice(page)).toContainText(/./);
    show();
    await expectOverview(page);
    complaints.splice(0);
  });

test('a saved dialog does not close a screen more once the user is back elsewhere', async ({ page, records }) => {
  const someone = await records.user(['user']);
  await signIn(page, 'admin', '/backoffice');
  await area(page, 'Users').click();
  await search(page).fill(someone.email);
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
  const list = page.url();
  await choose(page, `${someone.firstName} ${someone.lastName}`, 'Edit User');
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByLabel('Last Name').fill('Rahal');
  const release = await delayResponses(page, '**/api/backoffice/users/*', 'PATCH');
  await button(dialog, 'Update User').click();
  await page.evaluate(() => history.back());
  await expect(dialog).toBeHidden();
  release();
  await expect(notice(page)).toContainText('User updated');
  await expect(rowOf(page, `${someone.firstName} Rahal`)).toBeVisible();
  await expect(page).toHaveURL(list);
});

test('the only record of a search does not open once a link was followed', async ({ page, records }) => {
  const name = unique('Left');
  await records.create('inspections', { subject: name, score: 12 });
  await signIn(page, 'admin', INSPECTIONS);
  await expect(results(page)).toContainText('Showing 1 to');
  const show = await holdOverview(page);
  const find = await delayResponses(page, /\/api\/backoffice\/inspections\?.*search=/);
  await search(page).fill(name);
  await search(page).press('Enter');
  await expect(page).toHaveURL(/search=/);
  await area(page, 'Overview').click();
  find();
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
  show();
  await expectOverview(page);
});

test('a planned week does not open once the user is back elsewhere', async ({ page, records }) => {
  const { items } = await records.list('projects/weekly-rotations', { limit: 1, sort: 'weekStart:desc' });
  const [last] = items;
  await signIn(page, 'admin', '/backoffice');
  await area(page, 'Projects').click();
  await page.getByRole('main').getByRole('link', { name: 'Weekly Rotations' }).click();
  await choose(page, String(last?.['name']), 'Plan Next Week');
  const release = await delayResponses(page, '**/api/backoffice/projects/weekly-rotations', 'POST');
  await button(page.getByRole('dialog'), 'Create Weekly rotation').click();
  await backToOverview(page);
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  release();
  const { _id: id } = (await (await created).json()) as { _id: string };
  records.deletesAfter('projects/weekly-rotations', id);
  await expect(notice(page)).toContainText('planned');
  await expectOverview(page);
});
