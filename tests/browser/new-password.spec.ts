// A password that was forgotten, and the first one of who is invited: by a mail, from the page of sign-in to being signed in.
import type { Page } from '@playwright/test';
import { axe, expect, listen, signIn, signInByForm, test as base } from './fixtures';
import { linkIn, Mailbox } from './mailbox';
import { OwnServer } from './own-server';
import { button, choose, notice } from './screen';

const NEW = 'another quiet long password';

interface Fixtures {
  mailbox: Mailbox;
  server: OwnServer;
  /** Opens a window of its own on a phone. */
  phone: () => Promise<Page>;
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  mailbox: async ({}, give) => {
    const mailbox = await Mailbox.open();
    await give(mailbox);
    mailbox.close();
  },
  server: async ({ mailbox }, give) => {
    const env = { MIZAN_MAIL_URL: mailbox.url, MIZAN_MAIL_FROM: 'Desk <desk@example.com>' };
    const server = await OwnServer.start({ env });
    await give(server);
    await server.end();
  },
  phone: async ({ browser, server, complaints }, give) => {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    // A link that was used is refused.
    await listen(context, server.url, [401, 422], complaints);
    await give(() => context.newPage());
    await context.close();
  },
});

/** Sets a password on the page that a link opens, and signs in with it. */
async function setPassword(page: Page, email: string): Promise<void> {
  await axe(page);
  await page.getByLabel('New password', { exact: true }).fill(NEW);
  await page.getByLabel('Confirm new password').fill(NEW);
  await button(page, 'Set password').click();
  await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' }).or(page.getByText(/^Good /))).toBeVisible();
}

test('a forgotten password is replaced by the link of a mail, which works once', async ({ server, mailbox, phone }) => {
  const { email } = server.createUser('Sara', 'user');
  const page = await phone();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).tap();
  await axe(page);
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send the link').tap();
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
  await axe(page);
  const link = linkIn(await mailbox.next(email), '/reset');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
  await setPassword(page, email);
  expect((await mailbox.next(email)).text).toContain('was changed');

  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(NEW);
  await page.getByLabel('Confirm new password').fill(NEW);
  await button(page, 'Set password').tap();
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work any more' })).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: 'Get a new link' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password?' })).toBeVisible();
});

test('who is invited sets the first password by the link of a mail', async ({ server, mailbox, browser, phone }) => {
  const { email } = server.createUser('Sara', 'user');
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  const admin = await context.newPage();
  await signIn(admin, server.admin, '/backoffice/users');
  await choose(admin, 'Sara', 'Send Invitation');
  await expect(notice(admin)).toContainText('Send Invitation: done');
  const page = await phone();
  await page.goto(linkIn(await mailbox.next(email), '/reset'));
  await expect(page.getByRole('heading', { level: 1, name: 'Set your password' })).toBeVisible();
  await setPassword(page, email);
  await context.close();
  await page.context().clearCookies();
  await signInByForm(page, { email, password: NEW });
});
