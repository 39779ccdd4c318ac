// The back-office under rules: what a broker sees of units, what an administrator who views as the broker sees, and the
// page that says so.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { account, button, fact, navigation, results } from './screen';

const UNITS = '/backoffice/units';
const USERS = '/backoffice/users';

/** What a list of units shows: its columns, and how many units there are. */
async function shown(page: Page): Promise<{ columns: string[]; total: string | null }> {
  await expect(results(page)).toBeVisible();
  return {
    columns: await page.getByRole('columnheader').allTextContents(),
    total: await results(page).textContent(),
  };
}

/** Opens the page of the demo's broker, as an administrator, and chooses an action. */
async function chooseOfBroker(page: Page, action: string): Promise<void> {
  await signIn(page, 'admin', `${USERS}?search=broker%40demo.test`);
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByText('broker@demo.test')).toBeVisible();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a broker sees no purchase price, and no button that would be refused', async ({ page }) => {
  await signIn(page, 'broker', UNITS);
  const { columns } = await shown(page);
  expect(columns.join()).toContain('Yearly rent');
  await button(page, 'Columns').click();
  await expect(page.getByText('Total area').first()).toBeVisible();
  await expect(page.getByText('Purchase price')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Create Unit' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0);
  await axe(page);
  await page.locator('[data-name]').first().click();
  await expect(fact(page, 'Yearly rent')).toBeVisible();
  await expect(page.getByText('Purchase price')).toHaveCount(0);
  await expect(button(page, 'Delete')).toHaveCount(0);
});

test('the form of a broker changes the status alone, and says why nothing else', async ({ page }) => {
  await signIn(page, 'broker', UNITS);
  await page.locator('[data-name]').first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Status')).toBeEnabled();
  await expect(page.getByLabel('Unit number')).toBeDisabled();
  await expect(page.getByLabel('Unit number')).toHaveAccessibleDescription('You may not change Unit number.');
  await expect(page.getByText('Purchase price')).toHaveCount(0);
  await axe(page);
});

test('an administrator who views as the broker sees the same, and changes nothing', async ({ page, visitor }) => {
  const other = await visitor();
  await signIn(other, 'broker', UNITS);
  const expected = await shown(other);
  await chooseOfBroker(page, 'View as this user');
  const bar = page.getByRole('region', { name: 'View as another user' });
  await expect(bar).toContainText('Nothing can be changed.');
  await navigation(page).getByRole('link', { name: 'Units' }).click();
  expect(await shown(page)).toEqual(expected);
  await expect(account(page)).toHaveCount(0);
  await axe(page);
  await page.locator('[data-name]').first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText(/^You view as .* so nothing can be saved\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await button(bar, 'What is missing?').click();
  await page.getByRole('button', { name: 'Why not delete units?' }).click();
  await expect(page.getByRole('dialog', { name: 'Permission to delete units' })).toContainText('may not delete units');
  await axe(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // Another tab is the administrator's own.
  const own = await page.context().newPage();
  await own.goto(UNITS);
  await expect(own.getByRole('link', { name: 'Create Unit' })).toBeVisible();
  await own.close();
  await button(bar, 'End').click();
  await expect(page.getByText('broker@demo.test')).toBeVisible();
  await expect(account(page)).toBeVisible();
});

test.describe(() => {
  test.use({ refusals: [422] });

  test('the page Access says what the broker may, and shows what another policy would change', async ({ page }) => {
    await chooseOfBroker(page, 'What they may do');
    const row = page.getByRole('row', { name: /^Units/ });
    await expect(row).toContainText('Some records');
    await expect(row).toContainText('Hidden: Purchase price');
    await row.getByText(/^\d+ rules?$/).click();
    await expect(row.getByText(/only those units for which: Project is any of/).first()).toBeVisible();
    await axe(page);
    await page.getByLabel(/^Paste the lines/).fill('p, admin, *, *\np, broker, units, storm');
    await button(page, 'Show what would change').click();
    await expect(page.getByRole('alert')).toBeVisible();
  });
});
