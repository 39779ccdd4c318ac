// Two-step sign-in: an authenticator app, whose codes are computed here from its secret, recovery codes, and passkeys on
// a virtual authenticator.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { axe, expect, listen, signIn, test, type Credentials } from './fixtures';
import { account, button, choose, notice } from './screen';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code that an app shows so many steps of 30 seconds from now. The server takes those of one step before and after its
 * own, so that a step that ends meanwhile does no harm to the current code and the next one.
 */
function codeOf(secret: string, steps: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const tag = createHmac('sha1', key).update(counter).digest();
  const number = tag.readUInt32BE((tag.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function openTwoStep(page: Page): Promise<void> {
  await account(page).click();
  await button(page, 'Two-step sign-in').click();
  await expect(dialogOf(page).getByText(/^O(n|ff): /)).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(title(page, 'Sign in')).toBeVisible();
}

async function enterPassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Sets up an app in the open dialog, and stores the recovery codes. Its first code is that of the step before. */
async function setUpApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Set up an authenticator app');
  await expect(dialog.getByRole('img', { name: 'QR code with the secret of the app' })).toBeVisible();
  await axe(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Store your recovery codes');
  const recoveryCodes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  return { secret, recoveryCodes };
}

test.describe('an authenticator app', () => {
  test.use({ refusals: [401, 422] });

  test('is set up, asked for, replaced by a recovery code, and removed', async ({ page, records }) => {
    const someone = await records.user(['estimations']);
    await signIn(page, someone);
    await openTwoStep(page);
    await axe(page);
    const { secret, recoveryCodes } = await setUpApp(page);
    await axe(page);
    // The codes are shown only now: Escape does not lose them.
    await page.keyboard.press('Escape');
    const downloading = page.waitForEvent('download');
    await dialogOf(page).getByRole('link', { name: 'Download' }).click();
    const file = readFileSync(await (await downloading).path(), 'utf8');
    for (const code of [...recoveryCodes, someone.email]) expect(file).toContain(code);
    await button(page, 'I have stored them').click();
    await expect(dialogOf(page).getByText('On: signing in takes a second step')).toBeVisible();
    await expect(dialogOf(page).getByText('10 of 10 left')).toBeVisible();
    await axe(page);
    await page.keyboard.press('Escape');
    await signOut(page);

    await enterPassword(page, someone);
    await expect(title(page, 'Second step')).toBeVisible();
    const code = page.getByLabel('Code');
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await axe(page);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This code is not right, or has been used')).toBeVisible();
    await code.fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await page.waitForURL('/home');
    await signOut(page);

    await enterPassword(page, someone);
    await button(page, 'Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('/home');
    await openTwoStep(page);
    await expect(dialogOf(page).getByText('9 of 10 left')).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
    await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
    await expect(notice(page)).toContainText('Removed');
    await expect(dialogOf(page).getByText('Off: your password is enough to sign in')).toBeVisible();
  });

  test('is reset by an administrator in the back-office', async ({ page, visitor, records }) => {
    const someone = await records.user(['admin']);
    const theirs = await visitor();
    await signIn(theirs, someone, '/backoffice');
    await openTwoStep(theirs);
    await setUpApp(theirs);
    await button(theirs, 'I have stored them').click();
    await expect(dialogOf(theirs).getByText('On: signing in takes a second step')).toBeVisible();

    await signIn(page, 'admin', `/backoffice/users?search=${encodeURIComponent(someone.email)}`);
    await choose(page, `${someone.firstName} ${someone.lastName}`, 'Reset Two-Step Sign-In');
    const confirmation = page.getByRole('dialog', { name: 'Reset two-step sign-in?' });
    await button(confirmation, 'Reset Two-Step Sign-In').click();
    await expect(notice(page)).toContainText('Two-step sign-in reset');

    await theirs.goto('/login');
    await enterPassword(theirs, someone);
    await theirs.waitForURL('/home');
  });
});

/** A page at the name by which passkeys know this machine, with a virtual authenticator. */
async function pageWithPasskeys(
  browser: Browser,
  url: string,
  complaints: string[],
  refusals = [401, 422],
): Promise<[Page, CDPSession]> {
  const here = new URL(url);
  here.hostname = 'localhost';
  const context = await browser.newContext({ baseURL: here.origin });
  await listen(context, here.origin, refusals, complaints);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return [page, devtools];
}

test('a passkey is added, completes a sign-in, signs in alone, and is removed', async ({
  browser,
  baseURL,
  records,
  complaints,
}) => {
  const someone = await records.user(['estimations']);
  const [page] = await pageWithPasskeys(browser, baseURL ?? '', complaints);
  await page.goto('/login');
  await enterPassword(page, someone);
  await page.waitForURL('/home');
  await openTwoStep(page);
  await dialogOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  await dialogOf(page).getByLabel('Name').fill('Work laptop');
  await axe(page);
  await dialogOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialogOf(page).getByRole('heading', { level: 2 })).toHaveText('Store your recovery codes');
  await button(page, 'I have stored them').click();
  const keys = dialogOf(page).getByRole('list', { name: 'Passkeys' });
  await expect(keys).toContainText('Work laptop');
  await axe(page);
  await page.keyboard.press('Escape');
  await signOut(page);

  await enterPassword(page, someone);
  await expect(title(page, 'Second step')).toBeVisible();
  await button(page, 'Use a passkey').click();
  await page.waitForURL('/home');
  await signOut(page);

  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL('/home');
  await expect(account(page)).toBeVisible();
  await openTwoStep(page);
  await dialogOf(page).getByRole('button', { name: 'Remove Work laptop' }).click();
  await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
  await expect(dialogOf(page).getByText('Off: your password is enough to sign in')).toBeVisible();
  await page.context().close();
});

test('a passkey confirms that it is you, where an administrator is asked', async ({
  browser,
  baseURL,
  records,
  complaints,
}) => {
  const [administrator, someone] = [await records.user(['admin']), await records.user(['user'])];
  const [page] = await pageWithPasskeys(browser, baseURL ?? '', complaints, [403]);
  await page.goto('/login');
  await enterPassword(page, administrator);
  await page.waitForURL('/home');
  await openTwoStep(page);
  await dialogOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  await dialogOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  await button(page, 'I have stored them').click();
  await expect(dialogOf(page).getByRole('list', { name: 'Passkeys' })).toBeVisible();

  // As ten minutes later.
  let refused = 0;
  await page.route('**/set-password', async (route) => {
    refused += 1;
    if (refused > 1) return route.continue();
    const type = 'urn:mizan:problem:confirmation';
    const problem = { type, title: 'Forbidden', status: 403, detail: '', confirmBy: ['password', 'passkey'] };
    return route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  await page.goto(`/backoffice/users?search=${encodeURIComponent(someone.email)}`);
  await choose(page, `${someone.firstName} ${someone.lastName}`, 'Set Password');
  for (const field of ['New Password', 'Confirm Password'])
    await page.getByLabel(field, { exact: true }).fill('another password');
  await button(dialogOf(page), 'Set Password').click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(confirmation.getByLabel('Current password')).toBeFocused();
  await button(confirmation, 'Use a passkey').click();
  await expect(confirmation.getByText('Confirm with your passkey.')).toBeVisible();
  await expect(button(confirmation, 'Use a passkey')).toBeFocused();
  await axe(page);
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/auth/confirm'));
  await button(confirmation, 'Use a passkey').click();
  expect((await sent).status()).toBe(204);
  await expect(notice(page)).toContainText('Password set successfully');
  await page.context().close();
});
