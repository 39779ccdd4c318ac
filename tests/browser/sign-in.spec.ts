// Signing in and out, requesting access, API tokens, changing the password, and unknown URLs.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { axe, expect, signIn, signInByForm, test, type Credentials } from './fixtures';
import { unique } from './records';
import { account, button, fact, notice, ofAccount, tabTo } from './screen';

const DEVELOPERS = '/api/backoffice/developers';

const passwordOf = (page: Page): Locator => page.getByLabel('Password', { exact: true });
const signInTitle = (page: Page): Locator => page.getByRole('heading', { level: 1, name: 'Sign in' });
const greeting = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), / });
const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** The administrator's Authorization header, without a page. */
async function administrator(request: APIRequestContext): Promise<{ authorization: string }> {
  const answer = await request.post('/api/auth/login', { data: { email: 'admin@demo.test', password: 'mizan-demo' } });
  return bearer(((await answer.json()) as { accessToken: string }).accessToken);
}

/** Signs in by the form with the keyboard only. */
async function signInByKeys(page: Page, { email, password }: Credentials): Promise<void> {
  await expect(signInTitle(page)).toBeVisible();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, passwordOf(page));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

test('one signs in, uses the account menu and signs out by keyboard alone', async ({ page, records }) => {
  const someone = await records.user(['admin']);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Sign in' }).first());
  await page.keyboard.press('Enter');
  await signInByKeys(page, someone);
  await expect(greeting(page)).toContainText(someone.firstName);
  await expect(page).toHaveURL('/home');

  await tabTo(page, account(page));
  await page.keyboard.press('Enter');
  await expect(account(page)).toHaveAttribute('aria-expanded', 'true');
  await axe(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(account(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(account(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Sign out'));
  await page.keyboard.press('Enter');
  await expect(signInTitle(page)).toBeVisible();

  const deep = '/backoffice/developers?page=1&limit=20&search=a&sortDirection=desc';
  await page.goto(deep, { waitUntil: 'commit' });
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(deep)}`);
  await signInByKeys(page, someone);
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
  await expect(page).toHaveURL(deep);
});

test('who is signed in does not come back to the page to sign in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join us' }).click();
  await page.getByText('You have an account already?').getByRole('link', { name: 'Sign in' }).click();
  // The previous page has an email field, too.
  await expect(signInTitle(page)).toBeVisible();
  await page.getByLabel('Email').fill('user@demo.test');
  await passwordOf(page).fill('mizan-demo');
  await button(page, 'Sign in').click();
  await expect(greeting(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(greeting(page)).toBeVisible();
  for (const address of ['/login', '/login?redirect=%2F%2Felsewhere.test', '/join-us']) {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page, address).toHaveURL('/home');
    await expect(greeting(page)).toBeVisible();
  }
});

test.describe('refused', () => {
  test.use({ refusals: [401] });

  test('a wrong password is reported at its field, and a locked account too', async ({ page, request, records }) => {
    const someone = await records.user(['user']);
    await page.goto('/login');
    await page.getByLabel('Email').fill(someone.email);
    await passwordOf(page).fill('not the password');
    await button(page, 'Sign in').click();
    await expect(passwordOf(page)).toHaveAccessibleDescription('The email or the password is not right');
    await expect(passwordOf(page)).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue(someone.email);
    await axe(page);

    const locked = await request.post(`/api/backoffice/users/${someone.id}/lock`, {
      headers: await administrator(request),
    });
    expect(locked.status()).toBe(200);
    await passwordOf(page).fill(someone.password);
    await button(page, 'Sign in').click();
    await expect(page.getByText('This account is locked. Ask an administrator to unlock it')).toBeVisible();
  });
});

test('an error of the provider is shown as a message', async ({ page }) => {
  const messages = {
    'email-taken':
      'There is an account with this email already. Sign in to it with your password, or ask an administrator to allow signing in this way.',
    'account-locked': 'This account is locked. An administrator can unlock it.',
    'made-up': 'Signing in did not work. Try again; if it happens once more, tell your administrator.',
  };
  for (const [code, message] of Object.entries(messages)) {
    await page.goto(`/login?error=${code}`);
    await expect(page.getByRole('alert'), code).toHaveText(message);
  }
  await axe(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, refusals: [422] });

  test('a visitor requests access, and an administrator sees the request', async ({ page, request, records }) => {
    const name = unique('Sana');
    const email = `${name.replace(' ', '.')}@demo.test`.toLowerCase();
    const fits = async (): Promise<void> => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await axe(page);
    };
    await page.goto('/join-us');
    await page.getByLabel('Email').fill('sana at home');
    await page.getByLabel('Message').fill('I start on Monday.');
    await button(page, 'Send request').click();
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required');
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
    await fits();

    await page.getByLabel('First name').fill(name);
    await page.getByLabel('Email').fill(email);
    await button(page, 'Send request').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your request has arrived' })).toBeFocused();
    const next = page.getByRole('list', { name: 'What happens next' }).getByRole('listitem');
    await expect(next).toHaveCount(3);
    await expect(next.nth(1)).toContainText(email);
    await fits();
    const { items } = await records.list('join-requests', { search: email });
    expect(items).toEqual([
      expect.objectContaining({ firstName: name, email, message: 'I start on Monday.', status: 'pending' }),
    ]);
    await request.post(`/api/backoffice/join-requests/${items[0]?.id}/decline`, {
      headers: await administrator(request),
    });
  });
});

test('a token has the chosen permissions, is shown one time, and stops working after it is revoked', async ({
  page,
  context,
  request,
  records,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, await records.user(['admin']));
  await ofAccount(page, 'API tokens');
  const tokens = page.getByRole('dialog', { name: 'API tokens' });
  await expect(tokens).toContainText('No tokens yet');
  await axe(page);
  await button(tokens, 'New token').click();
  const form = page.getByRole('dialog', { name: 'New token' });
  await form.getByLabel('Name').fill('Nightly report');
  await form.getByRole('radio', { name: 'Only what I choose' }).check();
  await button(form, 'Make token').click();
  await expect(form).toContainText('Choose at least one permission');
  await button(form, 'Developers: Nothing').click();
  await form.getByRole('group', { name: 'Developers' }).getByRole('checkbox', { name: 'read' }).check();
  await axe(page);
  await button(form, 'Make token').click();

  const created = page.getByRole('dialog', { name: 'Copy your token now' });
  const secret =
    (await created.getByRole('group', { name: 'Token Nightly report' }).getByRole('code').textContent()) ?? '';
  expect(secret).toMatch(/^mzn_\S{20,}$/);
  await button(created, 'Copy').click();
  await expect(created.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await axe(page);
  await page.keyboard.press('Escape');
  await button(created, 'Done').click();
  await expect(fact(tokens, 'Last used')).toHaveText('Never');
  await expect(fact(tokens, 'May do')).toHaveText('Developers: read');

  const headers = bearer(secret);
  expect((await request.get(DEVELOPERS, { headers, params: { page: 1 } })).status()).toBe(200);
  expect((await request.post(DEVELOPERS, { headers, data: { name: unique('Developer') } })).status()).toBe(403);
  for (const other of ['/api/backoffice/projects?page=1', '/api/auth/tokens'])
    expect((await request.get(other, { headers })).status(), other).toBe(403);

  await page.reload();
  await ofAccount(page, 'API tokens');
  await expect(fact(tokens, 'Last used')).not.toHaveText('Never');
  await expect(page.getByText(secret)).toHaveCount(0);
  await button(tokens, 'Revoke Nightly report').click();
  await expect(button(tokens, 'Keep it')).toBeFocused();
  await axe(page);
  await page.keyboard.press('Enter');
  await button(tokens, 'Revoke Nightly report').click();
  await button(tokens, 'Revoke').click();
  await expect(notice(page)).toContainText('Token revoked');
  await expect(tokens).toContainText('No tokens yet');
  expect((await request.get(DEVELOPERS, { headers, params: { page: 1 } })).status()).toBe(401);
});

test.describe('on several devices', () => {
  test.use({ refusals: [401, 422] });

  test('signing out everywhere reaches the other tab and the other browser', async ({
    page,
    context,
    visitor,
    records,
  }) => {
    const someone = await records.user(['user']);
    await signIn(page, someone);
    const [tab, elsewhere] = [await context.newPage(), await visitor()];
    await tab.goto('/home');
    await signIn(elsewhere, someone);
    for (const one of [tab, elsewhere]) await expect(greeting(one)).toBeVisible();
    await ofAccount(page, 'Sign out everywhere');
    await expect(notice(page)).toContainText('Signed out on all devices');
    for (const one of [page, tab]) {
      await expect(signInTitle(one)).toBeVisible();
      await expect(one).toHaveURL('/login?redirect=%2Fhome');
    }
    await elsewhere.reload();
    await expect(signInTitle(elsewhere)).toBeVisible();
    await signInByForm(tab, someone);
    await expect(greeting(page)).toBeVisible();
  });

  test("one's own password is changed with the old one, and the other browser is out", async ({
    page,
    visitor,
    request,
    records,
  }) => {
    const someone = await records.user(['user']);
    const elsewhere = await visitor();
    await signIn(elsewhere, someone);
    await signIn(page, someone);
    await ofAccount(page, 'Change password');
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const current = dialog.getByLabel('Current password');
    const [next, again] = [
      dialog.getByLabel('New password', { exact: true }),
      dialog.getByLabel('Confirm new password'),
    ];
    await current.fill('not the old one');
    for (const field of [next, again]) await field.fill('walks by the creek');
    await button(dialog, 'Change password').click();
    await expect(current).toHaveAccessibleDescription('The current password is not right');
    await expect(current).toBeFocused();
    await axe(page);
    await current.fill(someone.password);
    await button(dialog, 'Change password').click();
    await expect(notice(page)).toContainText('Password changed');
    await expect(dialog).toBeHidden();
    await expect(account(page)).toBeFocused();

    await elsewhere.reload();
    await expect(signInTitle(elsewhere)).toBeVisible();
    await page.reload();
    await expect(greeting(page)).toBeVisible();
    for (const [password, status] of [
      [someone.password, 401],
      ['walks by the creek', 200],
    ] as const) {
      expect((await request.post('/api/auth/login', { data: { email: someone.email, password } })).status()).toBe(
        status,
      );
    }
  });
});

test('tabs that need a token at the same time share one refresh', async ({ page, context, records }) => {
  await signIn(page, await records.user(['admin']));
  const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    if (tab !== page) await tab.goto('/home');
    await account(tab).click();
  }
  let renewals = 0;
  context.on('request', (request) => (renewals += Number(new URL(request.url()).pathname === '/api/auth/refresh')));
  // Their tokens have expired.
  await context.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000);
  await Promise.all(tabs.map((tab) => button(tab, 'API tokens').click()));
  for (const tab of tabs) await expect(tab.getByRole('dialog', { name: 'API tokens' })).toContainText('No tokens yet');
  expect(renewals).toBe(1);
});

test.describe('nowhere', () => {
  test.use({ refusals: [404] });

  test('a wrong address is Not Found outside, and a card with the ways on inside', async ({ page, visitor }) => {
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Not Found', exact: true })).toBeVisible();
    await axe(page);
    const ways = {
      admin: ['Go to Estimations', 'Go to Analytics', 'Go to Backoffice'],
      estimator: ['Go to Estimations'],
      // In the server under test analysts may read a resource of the back-office.
      analyst: ['Go to Analytics', 'Go to Backoffice'],
      user: ['Go Home'],
    } as const;
    for (const who of ['admin', 'estimator', 'analyst', 'user'] as const) {
      const theirs = await visitor();
      await signIn(theirs, who, '/home/nowhere');
      await expect(theirs.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
      await expect(theirs.getByRole('main').getByRole('link'), who).toHaveText([...ways[who]]);
      if (who === 'admin') await axe(theirs);
    }
  });
});

test('the account menu shows the language and stores the chosen theme', async ({ page }) => {
  await signIn(page, 'user');
  await account(page).click();
  await expect(fact(page, 'Language')).toHaveText('English');
  const themes = page.getByRole('group', { name: 'Theme' });
  await expect(themes.getByRole('radio', { name: 'System' })).toBeChecked();
  await themes.getByRole('radio', { name: 'Dark' }).check();
  await page.reload();
  await account(page).click();
  await expect(themes.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
});
