// Saved views of the explorer: the whole query under a name, own and shared ones, a default, and the index.
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { button } from './screen';

const EXPLORER = '/analytics/explorer';
const VIEW = `${EXPLORER}?dataset=units&measures=rent&measures=units&rows=bedrooms&chart=bar&sort=rent%3Adesc`;

const menu = (page: Page): Locator => page.getByRole('dialog', { name: 'Views' });

async function open(page: Page, label = 'Views'): Promise<void> {
  await button(page, label).click();
  await expect(menu(page)).toBeVisible();
}

async function save(page: Page, name: string, choices: string[] = []): Promise<void> {
  await menu(page).getByRole('button', { name: 'Save this view…' }).click();
  const form = page.getByRole('dialog', { name: 'Save view' });
  await form.getByLabel('Name').fill(name);
  for (const choice of choices) await form.getByRole('checkbox', { name: choice }).check();
  await axe(page);
  await button(form, 'Save').click();
  await expect(form).toBeHidden();
}

async function chooseAction(page: Page, name: string, item: string): Promise<void> {
  await menu(page)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function remove(page: Page, name: string, label: string): Promise<void> {
  await open(page, label);
  await chooseAction(page, name, 'Delete');
  await button(page.getByRole('dialog', { name: 'Delete this saved view?' }), 'Delete').click();
  await expect(page.getByText(`“${name}” deleted`)).toBeVisible();
}

test('a view is saved whole, opened again, changed and deleted', async ({ page }) => {
  await signIn(page, 'analyst', VIEW);
  await expect(page.getByRole('table')).toBeVisible();
  await open(page);
  await save(page, 'Rents by size');
  await expect(button(page, 'View: Rents by size')).toBeVisible();
  await page.goto(`${EXPLORER}?dataset=assessments&measures=estimates&rows=day`);
  await open(page);
  await menu(page).getByRole('button', { name: 'Rents by size', exact: true }).click();
  await expect(page).toHaveURL(VIEW);
  await expect(page.getByRole('radio', { name: 'Bars' })).toBeChecked();
  await page.getByRole('radio', { name: 'Line' }).click();
  await expect(button(page, 'View: Rents by size, changed')).toBeVisible();
  await open(page, 'View: Rents by size, changed');
  await chooseAction(page, 'Rents by size', 'Update with what is shown now');
  await page.keyboard.press('Escape');
  await expect(button(page, 'View: Rents by size')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Line' })).toBeChecked();
  await remove(page, 'Rents by size', 'View: Rents by size');
  await expect(button(page, 'Views')).toBeVisible();
});

test("the explorer opens with the default, and a shared view is on every user's index", async ({ page, visitor }) => {
  await signIn(page, 'analyst', VIEW);
  await expect(page.getByRole('table')).toBeVisible();
  await open(page);
  await save(page, 'Desk view', ['Use as my default', 'Share with all users', 'Show on the index']);
  await page.goto(EXPLORER);
  await expect(page).toHaveURL(VIEW);
  await expect(button(page, 'View: Desk view')).toBeVisible();

  const other = await visitor();
  await signIn(other, 'admin', '/analytics');
  const card = other.getByRole('article').filter({ has: other.getByRole('heading', { name: 'Desk view' }) });
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('[data-mark]').first()).toBeVisible();
  await expect(card).toContainText('By ');
  // The other user can neither change it nor has it as a default.
  await expect(card.getByRole('button', { name: /Take off the index/ })).toHaveCount(0);
  await card.getByRole('link', { name: 'Open in the explorer: Desk view' }).click();
  await expect(other).toHaveURL(VIEW);
  await other.goto(EXPLORER);
  await expect(other).not.toHaveURL(VIEW);

  await page.goto('/analytics');
  const own = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Desk view' }) });
  await own.scrollIntoViewIfNeeded();
  await axe(page);
  await own.getByRole('button', { name: 'Take off the index: Desk view' }).click();
  await expect(own).toBeHidden();
  await page.goto(VIEW);
  await remove(page, 'Desk view', 'View: Desk view');
});
