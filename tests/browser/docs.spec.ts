// The API reference, where requests can be tried with a token.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { button } from './screen';

const authorize = (page: Page) => button(page, 'Authorize').first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Authorize' });
const sentWith = (page: Page) => page.getByRole('region', { name: 'Authorization' }).getByRole('status');

/** Tries an operation without parameters; returns the status. */
async function tried(page: Page, tag: string, operation: string): Promise<string> {
  const block = page.locator(`#operations-${tag}-${operation}`);
  if (!(await block.isVisible())) await page.locator(`#operations-tag-${tag}`).click();
  if (!(await button(block, 'Execute').isVisible())) await block.locator('.opblock-summary-control').click();
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/api/auth/'));
  await button(block, 'Execute').click();
  return String((await answered).status());
}

test.use({ refusals: [401] });

test('a token is pasted, shows its owner, and is forgotten', async ({ page }) => {
  const { accessToken } = await (
    await page.request.post('/api/auth/login', { data: { email: 'admin@demo.test', password: 'mizan-demo' } })
  ).json();
  const created = await page.request.post('/api/auth/tokens', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { name: 'Reference', expiresAt: new Date(Date.now() + 60_000).toISOString() },
  });
  const { _id: id, token } = await created.json();
  await page.context().clearCookies();

  await page.goto('/docs/');
  await expect(sentWith(page)).toHaveText('Calls are sent without a token.');
  await axe(page);
  expect(await tried(page, 'auth', 'auth_me')).toBe('401');
  await authorize(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Token')).toBeFocused();
  await page.keyboard.type('mzn_nobody');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Token')).toHaveAccessibleDescription(/The server does not take this token/);
  await dialog(page).getByLabel('Token').fill(` Bearer ${token} `);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(sentWith(page)).toHaveText(/^Calls are sent with the token mzn_.{4}…, in the name of Amal Haddad\.$/);
  expect(await tried(page, 'auth', 'auth_me')).toBe('200');
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(token);
  await button(page, 'Forget it').click();
  await expect(sentWith(page)).toHaveText('Calls are sent without a token.');
  expect(await tried(page, 'auth', 'auth_me')).toBe('401');
  await page.request.delete(`/api/auth/tokens/${id}`, { headers: { authorization: `Bearer ${accessToken}` } });
});

test('a session is used only on request, and ends here with the others', async ({ page, context }) => {
  await signIn(page, 'admin', '/home');
  await page.goto('/docs/');
  await authorize(page).click();
  await expect(dialog(page)).toContainText('You are signed in to Mizan');
  await axe(page);
  await page.keyboard.press('Escape');
  const cookies: string[] = [];
  page.on('request', async (request) => {
    if ((await request.allHeaders())['cookie']) cookies.push(new URL(request.url()).pathname);
  });
  expect(await tried(page, 'auth', 'auth_me')).toBe('401');
  expect(await tried(page, 'auth', 'auth_logout')).toBe('204');
  expect(cookies).toEqual([]);
  await authorize(page).click();
  await button(dialog(page), 'Use my sign-in').click();
  await expect(dialog(page)).toBeHidden();
  await expect(sentWith(page)).toHaveText('Calls are sent with your own sign-in, in the name of Amal Haddad.');
  expect(await tried(page, 'auth', 'auth_me')).toBe('200');
  expect(cookies).toEqual(['/api/auth/refresh']);

  const other = await context.newPage();
  await other.goto('/home');
  await button(other, 'Account of Amal Haddad').click();
  await button(other, 'Sign out').click();
  await expect(sentWith(page)).toHaveText('Calls are sent without a token.');
});
