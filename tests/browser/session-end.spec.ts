// A session that ends while a form is open: signing in opens over it, and what was typed is still there.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test, type Credentials } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique } from './records';
import { button, notice, ofAccount, rowOf } from './screen';

const PROJECTS = '/backoffice/projects';
const ADMIN = { email: 'admin@demo.test', password: 'mizan-demo' };
const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** Signs out in another tab. */
async function signOutElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/home');
  await ofAccount(other, 'Sign out');
  await other.waitForURL((url) => !url.pathname.startsWith('/home'));
  await other.close();
}

/** Signs in with the window that the dialog opens, which closes by itself. */
async function signInAgain(page: Page, { email, password }: Credentials = ADMIN): Promise<void> {
  const opened = page.waitForEvent('popup');
  await button(ended(page), 'Sign in').click();
  const popup = await opened;
  await popup.getByLabel('Email').fill(email);
  await popup.getByLabel('Password', { exact: true }).fill(password);
  const closed = popup.waitForEvent('close');
  await button(popup, 'Sign in').click();
  await closed;
  await expect(ended(page)).toBeHidden();
}

test.use({ refusals: [401] });

test('the session ends while a record is edited: the save is refused, and goes on after signing in', async ({
  page,
  records,
}) => {
  const project = await records.project();
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  await page.getByLabel('Location').fill('Deira');
  await page.context().clearCookies();
  await page.route('**/api/backoffice/projects/*', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  await button(page, 'Save Changes').click();
  await expect(ended(page)).toContainText('Sign in again as admin@demo.test');
  await axe(page);
  // Escape discards nothing.
  await page.keyboard.press('Escape');
  await expect(ended(page)).toBeVisible();
  await signInAgain(page);
  await expect(page.getByLabel('Location')).toHaveValue('Deira');
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Project updated successfully');
});

test('a sign-out in another tab: a new record, and a dialog of many, are still there', async ({ page, records }) => {
  const name = unique('Kept');
  await records.create('inspections', { subject: name, score: 12 });
  await signIn(page, 'admin', `${INSPECTIONS}/create`);
  await page.getByLabel('Subject').fill(`${name} new`);
  await signOutElsewhere(page);
  await expect(ended(page)).toBeVisible();
  await signInAgain(page);
  await expect(page.getByLabel('Subject')).toHaveValue(`${name} new`);
  await button(page, 'Cancel').click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();

  await page.goto(`${INSPECTIONS}?search=${encodeURIComponent(name)}`);
  await rowOf(page, name).getByRole('checkbox').check();
  await button(page, 'Bulk edit').click();
  const edit = page.getByRole('dialog', { name: 'Edit 1 inspection' });
  await button(edit, 'Add a field to change').click();
  await edit.getByRole('menuitem', { name: 'Score' }).click();
  await edit.getByRole('textbox', { name: 'Score' }).fill('77');
  await signOutElsewhere(page);
  await signInAgain(page);
  await expect(edit.getByRole('textbox', { name: 'Score' })).toHaveValue('77');
  await button(edit, 'Change 1 inspection').click();
  await expect(notice(page)).toContainText('1 inspection updated');
});

test('another user who signs in does not get the draft, and leaving discards it', async ({ page, records }) => {
  const project = await records.project();
  const other = await records.user(['admin']);
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  await page.getByLabel('Location').fill('Deira');
  await signOutElsewhere(page);
  await signInAgain(page, other);
  await expect(page.getByLabel('Location')).toHaveValue('Dubai Marina');
  await expect(page.getByText('No changes')).toBeVisible();

  await page.getByLabel('Location').fill('Deira');
  await signOutElsewhere(page);
  await button(ended(page), 'Discard it').click();
  await page.waitForURL((url) => url.pathname === '/login');
});

test('a password that is being changed, and a token that is shown only once, are still there', async ({
  page,
  records,
}) => {
  const someone = await records.user(['admin']);
  await signIn(page, someone, '/backoffice/companies');
  await ofAccount(page, 'Change password');
  const changing = page.getByRole('dialog', { name: 'Change password' });
  const entered = changing.getByLabel('New password', { exact: true });
  await entered.fill('half a pass');
  await signOutElsewhere(page);
  await expect(ended(page)).toBeVisible();
  await expect(button(ended(page), 'Sign in')).toBeFocused();
  await axe(page);
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Escape');
  await signInAgain(page, someone);
  await expect(entered).toHaveValue('half a pass');
  await expect(entered).toBeFocused();
  await page.keyboard.press('Escape');
  await button(page, 'Discard').click();

  await ofAccount(page, 'API tokens');
  await button(page.getByRole('dialog'), 'New token').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Sync');
  await button(page, 'Make token').click();
  const secret = page.getByRole('dialog', { name: 'Copy your token now' }).getByRole('code');
  const shown = await secret.innerText();
  await signOutElsewhere(page);
  await signInAgain(page, someone);
  await expect(secret).toHaveText(shown);
  expect(new URL(page.url()).pathname).toBe('/backoffice/companies');
});

test('another user who signs in does not get the dialog, in the app of the estimators', async ({ page, records }) => {
  const [someone, other] = [await records.user(['estimations']), await records.user(['estimations'])];
  await signIn(page, someone, '/estimations/assessments/');
  await ofAccount(page, 'Change password');
  const entered = page.getByRole('dialog', { name: 'Change password' }).getByLabel('New password', { exact: true });
  await entered.fill('half a pass');
  await signOutElsewhere(page);
  await signInAgain(page, someone);
  await expect(entered).toHaveValue('half a pass');
  await signOutElsewhere(page);
  await signInAgain(page, other);
  await expect(entered).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/estimations/assessments');

  await ofAccount(page, 'Change password');
  await entered.fill('half a pass');
  await signOutElsewhere(page);
  await button(ended(page), 'Discard it').click();
  await page.waitForURL((url) => url.pathname === '/login');
});

test('without unsaved work the sign-in page opens at once', async ({ page, records }) => {
  const project = await records.project();
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  await expect(page.getByLabel('Location')).toHaveValue('Dubai Marina');
  await signOutElsewhere(page);
  await page.waitForURL((url) => url.pathname === '/login');
});
