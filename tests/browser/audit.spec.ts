// The audit: what happened as a message, when to the second, and the way to accounts and records.
import type { APIRequestContext } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { results, rowOf } from './screen';

const AUDIT = '/backoffice/audit';

/** Imports so many companies, and returns the word that all of their names have. */
async function importCompanies(request: APIRequestContext, count: number): Promise<string> {
  const name = unique('Imported').replace(' ', '');
  const data = { email: 'admin@demo.test', password: 'mizan-demo' };
  const { accessToken } = (await (await request.post('/api/auth/login', { data })).json()) as { accessToken: string };
  const lines = ['name', ...Array.from({ length: count }, (_, line) => `${name} ${line}`)].join('\n');
  const file = { name: 'companies.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) };
  const answer = await request.post('/api/backoffice/companies/import', {
    headers: { authorization: `Bearer ${accessToken}` },
    multipart: { file },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return name;
}

const within = (from: string, to: string): string => {
  const condition = { field: 'at', operator: 'between', value: from, secondValue: to };
  return `&filters=${encodeURIComponent(JSON.stringify({ operator: 'AND', conditions: [condition] }))}`;
};

test('each event says what happened and when, and leads to account and records', async ({ page, records }) => {
  const { email } = await records.user(['user']);
  const refused = await page.request.post('/api/auth/login', { data: { email, password: 'not their own' } });
  expect(refused.ok()).toBe(false);
  const name = await importCompanies(page.request, 20);

  await signIn(page, 'admin', `${AUDIT}?search=${encodeURIComponent(email)}`);
  const event = rowOf(page, 'Refused to sign in: wrong password');
  // Refusals are stored within a second.
  await expect(async () => {
    await page.reload();
    await expect(event).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(event.getByRole('cell').first()).toHaveText(/^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}:\d{2}$/);
  await axe(page);
  await event.getByRole('link', { name: email }).click();
  await expect(page).toHaveURL(/\/backoffice\/users\?/);
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');

  await page.goto(AUDIT);
  const imported = rowOf(page, 'Imported 20 companies').first();
  await expect(imported.getByRole('link', { name: 'Amal Haddad' })).toHaveAttribute('href', /\/users\/\w{24}\/show$/);
  await imported.getByRole('link', { name: 'Companies', exact: true }).click();
  await expect(page).toHaveURL(/\/backoffice\/changes\?/);
  const changes = page.getByRole('main').getByRole('link', { name: new RegExp(name) });
  await expect(changes.first()).toBeVisible();
});

test('events are filtered by day, in the time zone of the product', async ({ page }) => {
  const dayOf = (moment: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai', dateStyle: 'short' }).format(moment);
  const today = dayOf(Date.now());
  const yesterday = dayOf(Date.now() - 86_400_000);
  await signIn(page, 'admin', `${AUDIT}?search=admin@demo.test${within(today, today)}`);
  await expect(rowOf(page, 'Signed in').first()).toBeVisible();
  await page.goto(`${AUDIT}?search=admin@demo.test${within(yesterday, yesterday)}`);
  await expect(page.getByText('No results found').first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('what happened is shown whole', async ({ page }) => {
    await importCompanies(page.request, 3);
    await signIn(page, 'admin', AUDIT);
    const message = page.getByRole('listitem').getByRole('link', { name: 'Imported 3 companies' }).first();
    await expect(message).toBeInViewport({ ratio: 1 });
    expect(await message.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
    await expect(page.getByRole('listitem').filter({ hasText: 'Imported 3 companies' }).first()).toContainText(
      /\d{2}:\d{2}:\d{2}/,
    );
    await axe(page);
  });
});
