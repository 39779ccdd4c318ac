// Locators of elements in the back-office, by role and accessible name.
import { expect, type Locator, type Page } from '@playwright/test';

export const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search...' });
export const notice = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });
export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Areas' });
export const results = (page: Page): Locator => page.getByText(/^Showing [\d,]+ to [\d,]+ of [\d,]+ results$/);
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** The row with exactly this title. */
export const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** The value of a term in a description list. */
export function fact(within: Page | Locator, name: string): Locator {
  const page = 'page' in within ? within.page() : within;
  return within.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) });
}

/** Chooses an item of a row's menu. */
export async function choose(page: Page, title: string, item: string): Promise<void> {
  await button(page, `Actions for ${title}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Types into a reference field, and chooses the option with that name. */
export async function find(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(name);
  const offered = page.getByRole('listbox').getByRole('option');
  // A second line may distinguish it from others with the same name.
  const option = offered.filter({ has: page.getByText(name, { exact: true }) });
  await expect(option).toBeVisible();
  // A list that is being updated swallows a click: waits until it only has matching options.
  await expect(offered.filter({ hasNotText: name })).toHaveCount(0);
  await option.click();
}

/** The same for a field with a single reference. */
export async function pick(page: Page, field: string, name: string): Promise<void> {
  await find(page, field, name);
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(page.getByRole('combobox', { name: field })).toHaveValue(name);
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The Tab key does not lead to ${String(target)}`);
}

/** The button of the account menu. */
export const account = (page: Page): Locator => page.getByRole('button', { name: /^Account of / });

/** Chooses an item of the account menu. */
export async function ofAccount(page: Page, item: string): Promise<void> {
  await account(page).click();
  await button(page, item).click();
}
