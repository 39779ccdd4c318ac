// The command palette: screens, records of every resource, and actions, by permission and by keyboard.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique } from './records';
import { button, notice, rowOf } from './screen';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

async function openPalette(page: Page): Promise<void> {
  await expect(button(page, 'Search or go to…')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('it goes to screens and finds records of every list, and what was used comes first', async ({ page, records }) => {
  const name = unique('Zenith');
  const company = await records.create('companies', { name });
  await records.create('inspections', { subject: `${name} roof`, score: 40 });
  await signIn(page, 'admin', '/backoffice');
  await openPalette(page);
  await page.keyboard.type('compan');
  await expect(options(page).first()).toHaveAccessibleName(/^Companies/);
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await axe(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/backoffice\/companies/);
  await expect(palette(page)).toHaveCount(0);

  await openPalette(page);
  await page.keyboard.type(name);
  await expect(palette(page).getByRole('group', { name: 'Companies' }).getByRole('option')).toHaveCount(1);
  await expect(palette(page).getByRole('group', { name: 'Inspections' }).getByRole('option')).toHaveCount(1);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /.+/);
  await axe(page);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/backoffice/companies/${company.id}/show$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  await openPalette(page);
  const recent = palette(page).getByRole('group', { name: 'Recently used' }).getByRole('option');
  await expect(recent.first()).toHaveAccessibleName(new RegExp(`^${name}`));
  await expect(recent.nth(1)).toHaveAccessibleName(/^Companies/);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
});

test('the actions of the record, of the row with the focus and of the selected rows are in it', async ({
  page,
  records,
}) => {
  const name = unique('Mast');
  for (const part of ['A', 'B']) await records.create('inspections', { subject: `${name} ${part}`, score: 10 });
  await signIn(page, 'admin', `${INSPECTIONS}?search=${encodeURIComponent(name)}&sort=subject:asc`);
  await rowOf(page, `${name} A`).getByRole('link').focus();
  await openPalette(page);
  await expect(
    palette(page)
      .getByRole('group', { name: `${name} A` })
      .getByRole('option'),
  ).toHaveText(['View', 'Edit', 'Repeat', 'Approve', 'Delete']);
  await page.keyboard.type('repeat');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Repeat this inspection?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, `${name} A`).getByRole('link')).toBeFocused();

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await openPalette(page);
  await page.keyboard.type('approve');
  await palette(page).getByRole('group', { name: '2 selected records' }).getByRole('option').click();
  await button(page.getByRole('dialog', { name: 'Approve: 2 inspections' }), 'Approve').click();
  await expect(notice(page)).toContainText('Approve: 2 done');
});

test('what a user may not do or see is not in it', async ({ page, records }) => {
  const name = unique('Hidden');
  const someone = await records.user(['user']);
  await records.create('companies', { name });
  await signIn(page, 'analyst', '/analytics');
  const searched: string[] = [];
  page.on('request', (request) => searched.push(new URL(request.url()).pathname));
  await openPalette(page);
  await page.keyboard.type('user');
  await expect(palette(page).getByText(/Nothing found|results?$/)).toBeVisible();
  await expect(options(page).filter({ hasText: /Create User|User Management/ })).toHaveCount(0);
  await field(page).fill(someone.email);
  await expect(palette(page).getByText(`Nothing found for “${someone.email}”`)).toBeVisible();
  expect(searched).not.toContain('/api/backoffice/users');
});

test('a late answer to what was typed before is not shown', async ({ page, records }) => {
  const [first, second] = [unique('Slowly'), unique('Quickly')];
  await records.create('companies', { name: first });
  await records.create('companies', { name: second });
  await signIn(page, 'admin', '/backoffice');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isFirst = (url: URL) => url.pathname.endsWith('/companies') && url.search.includes('Slowly');
  await page.route(isFirst, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  await openPalette(page);
  const requested = page.waitForRequest((request) => isFirst(new URL(request.url())));
  await page.keyboard.type(first);
  await requested;
  await field(page).fill(second);
  await expect(options(page).filter({ hasText: second })).toBeVisible();
  release();
  await expect(options(page).filter({ hasText: second })).toBeVisible();
  await expect(options(page).filter({ hasText: first })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('it fills the screen, with large targets', async ({ page }) => {
    await signIn(page, 'admin', '/backoffice');
    await button(page, 'Search or go to…').click();
    await expect(field(page)).toBeFocused();
    const { width, height } = (await palette(page).boundingBox()) ?? { width: 0, height: 0 };
    expect([Math.round(width), Math.round(height)]).toEqual([390, 844]);
    for (const target of [options(page).first(), button(palette(page), 'Close')]) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    }
    await axe(page);
    await field(page).fill('units');
    await options(page).first().click();
    await expect(page).toHaveURL(/\/backoffice\/units/);
  });
});
