// Flags: counted on the index, listed, reviewed with a note, and in the history.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { button, fact, navigation, notice, results } from './screen';

const FLAGS = '/analytics/flags';

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });

test('the index counts what is open, and leads to it', async ({ page }) => {
  await signIn(page, 'analyst', '/analytics');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Open flags' }) });
  const counted = /([\d,]+)/.exec((await card.innerText()).replace('Open flags', ''))?.[1] ?? '';
  await card.getByRole('link', { name: 'Open flags' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
  await expect(results(page)).toHaveText(new RegExp(`of ${counted} results$`));
  await expect(navigation(page).getByRole('link', { name: 'Flags' })).toHaveAttribute('aria-current', 'page');
  await expect(button(rows(page).first(), 'Looked at')).toBeVisible();
  await axe(page);
});

test('an analyst looks at a flag, notes what it was, and finds it in the history', async ({ page }) => {
  await signIn(page, 'analyst', `${FLAGS}?sort=distancePercentage:desc`);
  // The list replaces the query by its canonical form.
  await expect(page).toHaveURL(/sortBy=distancePercentage&sortDirection=desc$/);
  await rows(page).first().getByRole('link').first().click();
  await expect(button(fact(page, 'Looked at'), 'Looked at')).toBeVisible();
  await expect(fact(page, 'Reason')).toHaveText(/\.$/);
  await page.getByRole('link', { name: 'Edit' }).click();
  // The facts are beside the form.
  await expect(fact(page, 'Reason')).toHaveText(/\.$/);
  await page.getByRole('checkbox', { name: 'Looked at' }).check();
  await page.getByLabel('Note').fill('A zero too many; the estimator was told.');
  await axe(page);
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Flag updated successfully');
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link').last().click();
  await expect(fact(page, 'Looked at')).toHaveText('Looked at');
  await expect(fact(page, 'Looked at by')).not.toBeEmpty();
  await axe(page);
  await page
    .getByRole('link', { name: 'History' })
    .or(page.getByRole('tab', { name: 'History' }))
    .click();
  await expect(page.getByText('A zero too many; the estimator was told.')).toBeVisible();
  await expect(fact(page, 'Looked at by').first()).not.toContainText('Id');
});

test('flags are listed by size, each project once, and one is looked at with a click', async ({ page }) => {
  await signIn(page, 'admin', `${FLAGS}?page=1`);
  await expect(page.getByRole('columnheader', { name: 'Times apart' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('columnheader', { name: 'Project' })).toHaveCount(0);
  // One that no other test has looked at.
  const open = rows(page).filter({ has: page.getByRole('button', { name: 'Looked at', exact: true }) });
  const address = (await open.first().getByRole('link').first().getAttribute('href')) ?? '';
  const first = rows(page).filter({ has: page.locator(`a[href="${address}"]`) });
  await expect(first.getByRole('link').first()).toHaveText(/ · /);
  const title = (await first.getByRole('link').first().textContent()) ?? '';
  const project = title.split(' · ').slice(1).join(' · ');
  expect(project).not.toBe('');
  expect(((await first.textContent()) ?? '').split(project)).toHaveLength(2);

  await button(first, 'Looked at').click();
  await expect(notice(page)).toContainText('Looked at');
  await expect(button(first, 'Looked at')).toHaveCount(0);
  await expect(first.getByText('Looked at', { exact: true })).toBeVisible();
  await button(notice(page), 'Undo').click();
  await expect(notice(page)).toContainText('The flag is open again');
  await expect(button(first, 'Looked at')).toBeVisible();
  await axe(page);
});

test('flags are exported, and a user without analytics sees none', async ({ page, visitor }) => {
  await signIn(page, 'analyst', `${FLAGS}?sortBy=distancePercentage&sortDirection=asc`);
  await expect(results(page)).toBeVisible();
  const found = page.waitForEvent('download');
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await found).suggestedFilename()).toMatch(/flags.*\.csv$/);
  const other = await visitor();
  await signIn(other, 'estimator', FLAGS);
  await expect(other.getByRole('table')).toHaveCount(0);
});
