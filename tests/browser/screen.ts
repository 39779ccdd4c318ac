// Where things are on a screen of the back-office, said as a visitor would find them: by role and by name.
import { expect, type Locator, type Page } from '@playwright/test';

export const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search...' });
export const notice = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });
export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Areas' });
export const results = (page: Page): Locator => page.getByText(/^Showing [\d,]+ to [\d,]+ of [\d,]+ results$/);
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** The row of a list whose title is exactly this. */
export const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** What is said under this name in a list of names and values. */
export function fact(within: Page | Locator, name: string): Locator {
  const page = 'page' in within ? within.page() : within;
  return within.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) });
}

/** Takes what a row's menu offers. */
export async function choose(page: Page, title: string, item: string): Promise<void> {
  await button(page, `Actions for ${title}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Types into a field that refers to other records, and takes what is offered under that name. */
export async function find(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(name);
  const offered = page.getByRole('listbox').getByRole('option');
  // A second line may distinguish it from others of its name.
  const option = offered.filter({ has: page.getByText(name, { exact: true }) });
  await expect(option).toBeVisible();
  // A list that is just being renewed takes a click away: only what was typed is offered by then.
  await expect(offered.filter({ hasNotText: name })).toHaveCount(0);
  await option.click();
}

/** The same for a field that refers to one record. */
export async function pick(page: Page, field: string, name: string): Promise<void> {
  await find(page, field, name);
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(page.getByRole('combobox', { name: field })).toHaveValue(name);
}

/** Goes on with the key until it is there: no user sets the focus by hand. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The Tab key does not lead to ${String(target)}`);
}

/** What opens the visitor's own menu. */
export const account = (page: Page): Locator => page.getByRole('button', { name: /^Account of / });

/** Takes what the visitor's own menu offers. */
export async function ofAccount(page: Page, item: string): Promise<void> {
  await account(page).click();
  await button(page, item).click();
}
