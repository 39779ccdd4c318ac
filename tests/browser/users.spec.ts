// Users and their accounts: created, allowed to sign in, locked out at once, given another password. Users cannot lock
// themselves.
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, signInByForm, test } from './fixtures';
import { unique, type User } from './records';
import { button, choose, fact, notice, rowOf, search } from './screen';

const USERS = '/backoffice/users';

const status = (page: Page, email: string): Locator => rowOf(page, email).getByRole('cell').nth(5);

/** The full name of a user. */
const fullName = ({ firstName, lastName }: User): string => `${firstName} ${lastName}`;

/** The list with only this user. */
const listed = ({ email }: Pick<User, 'email'>): string => `${USERS}?search=${encodeURIComponent(email)}`;

test('a user is created with the sentences of each field, and signs in with the roles that were ticked', async ({
  page,
  visitor,
  records,
}) => {
  const name = unique('Nadia');
  const email = `${name.replace(' ', '.')}@demo.test`.toLowerCase();
  await signIn(page, 'admin', USERS);
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await expect(page.getByText('Manage user accounts')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Avatar',
    'First Name',
    'Last Name',
    'Email',
    'Status',
    'Roles',
    'Actions',
  ]);
  await axe(page);
  await page.getByRole('link', { name: 'Create User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create User' });
  await expect(page.getByRole('group', { name: 'Roles' }).getByRole('checkbox')).toHaveCount(5);
  await axe(page);

  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('Email').fill('nadia at home');
  await password.fill('short');
  await button(dialog, 'Create User').click();
  await expect(page.getByLabel('First Name')).toHaveAccessibleDescription(/First name is required/);
  await expect(page.getByLabel('First Name')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid email address/);
  await expect(password).toHaveAccessibleDescription(/Password must be at least 8 characters/);
  await expect(page.getByRole('group', { name: 'Roles' })).toHaveAccessibleDescription(/At least one role is required/);
  await axe(page);

  await page.getByLabel('First Name').fill(`  ${name} `);
  await page.getByLabel('Last Name').fill('Salem');
  await page.getByLabel('Email').fill(` ${email.toUpperCase()} `);
  await password.fill('walks by the creek');
  await page.getByRole('checkbox', { name: 'Estimations' }).check();
  await page.getByRole('checkbox', { name: 'Analytics' }).check();
  await page.getByRole('checkbox', { name: 'Analytics' }).uncheck();
  await button(dialog, 'Create User').click();
  await expect(notice(page)).toContainText('User created successfully');
  await expect(dialog).toBeHidden();
  await search(page).fill(email);
  await rowOf(page, email).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} Salem` })).toBeVisible();
  records.willBeLocked(new URL(page.url()).pathname.split('/')[3] ?? '');
  await expect(fact(page, 'Roles')).toHaveText('Estimations');
  await axe(page);

  await page.getByRole('link', { name: 'Edit User' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit User' });
  await expect(editing.getByLabel('Email')).toBeDisabled();
  await expect(editing.getByText('Email cannot be changed')).toBeVisible();
  await expect(editing.getByLabel('Password', { exact: true })).toHaveCount(0);
  await editing.getByLabel('Last Name').fill('Rahal');
  await button(editing, 'Update User').click();
  await expect(notice(page)).toContainText('User updated successfully');
  await expect(editing).toBeHidden();

  const nadia = await visitor();
  await signInByForm(nadia, { email, password: 'walks by the creek' }, '/home');
  await expect(nadia.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
  await nadia.goto(USERS);
  await expect(nadia.getByRole('main').getByRole('link')).toHaveText(['Go to Estimations']);
});

test.describe('an account', () => {
  test.use({ refusals: [401, 409] });

  test('that is locked is rejected at the next request, and can sign in again when unlocked', async ({
    page,
    visitor,
    records,
  }) => {
    const someone = await records.user(['admin']);
    const theirs = await visitor();
    await signIn(theirs, someone, '/backoffice/developers');
    await expect(search(theirs)).toBeVisible();
    await signIn(page, 'admin', listed(someone));
    await expect(status(page, someone.email)).toHaveText('Active');
    await choose(page, fullName(someone), 'Lock Account');
    const confirmation = page.getByRole('dialog', { name: 'Lock this account?' });
    await expect(confirmation).toContainText(`${someone.firstName} ${someone.lastName} will be signed out everywhere`);
    await axe(page);
    await button(confirmation, 'Lock Account').click();
    await expect(notice(page)).toContainText('User locked successfully');
    await expect(status(page, someone.email)).toHaveText('Locked');

    await search(theirs).fill('anything');
    await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await theirs.getByLabel('Email').fill(someone.email);
    await theirs.getByLabel('Password', { exact: true }).fill(someone.password);
    await button(theirs, 'Sign in').click();
    await expect(theirs.getByText('This account is locked. Ask an administrator to unlock it')).toBeVisible();

    await choose(page, fullName(someone), 'Unlock Account');
    await expect(notice(page)).toContainText('User unlocked successfully');
    await expect(status(page, someone.email)).toHaveText('Active');
    await button(theirs, 'Sign in').click();
    await expect(search(theirs)).toBeVisible();
  });

  test('is oneself: what the server refuses for the own account is offered nowhere', async ({ page, records }) => {
    const [someone, other] = [await records.user(['admin']), await records.user(['user'])];
    const verbs = ['Set Password', 'Lock Account', 'Reset Two-Step Sign-In'];
    await signIn(page, someone, listed(someone));
    await button(page, `Actions for ${fullName(someone)}`).click();
    const items = page.getByRole('menuitem');
    await expect(items.filter({ hasText: 'Allow Linking' })).toBeVisible();
    for (const verb of verbs) await expect(items.filter({ hasText: verb })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: someone.email }).getByRole('checkbox').check();
    await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible();
    await expect(button(page, 'Lock Account')).toHaveCount(0);
    await page
      .getByRole('link', { name: fullName(someone) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: fullName(someone) })).toBeVisible();
    const more = page.getByRole('button', { name: /^(More|Actions)/ });
    if (await more.count()) await more.first().click();
    for (const verb of verbs) await expect(page.getByText(verb, { exact: true })).toHaveCount(0);

    await page.goto(listed(other));
    await button(page, `Actions for ${fullName(other)}`).click();
    for (const verb of verbs) await expect(items.filter({ hasText: verb })).toBeVisible();
  });

  test('is given another password, typed twice', async ({ page, visitor, records }) => {
    const someone = await records.user(['user']);
    await signIn(page, 'admin', listed(someone));
    await choose(page, fullName(someone), 'Set Password');
    const dialog = page.getByRole('dialog', { name: 'Set Password' });
    await expect(dialog).toContainText(
      `Set a new password for ${someone.firstName} ${someone.lastName} (${someone.email})`,
    );
    const [first, second] = [dialog.getByLabel('New Password'), dialog.getByLabel('Confirm Password')];
    await expect(first).toBeFocused();
    await first.fill('seven 7');
    await second.fill('another one');
    await button(dialog, 'Set Password').click();
    await expect(first).toHaveAccessibleDescription('Password must be at least 8 characters');
    await expect(second).toHaveAccessibleDescription("Passwords don't match");
    await axe(page);
    await button(dialog, 'Show password').first().click();
    await expect(first).toHaveAttribute('type', 'text');
    await first.fill('another one, longer');
    await second.fill('another one, longer');
    await expect(second).toHaveAccessibleDescription('');
    await button(dialog, 'Set Password').click();
    await expect(notice(page)).toContainText('Password set successfully');
    await expect(dialog).toBeHidden();

    const theirs = await visitor();
    await signIn(theirs, { ...someone, password: 'another one, longer' }, '/home');
    await expect(theirs.getByRole('heading', { level: 1, name: new RegExp(someone.firstName) })).toBeVisible();
  });
});

test.describe('an open session', () => {
  test.use({ refusals: [403, 422] });

  test('that is not enough asks for the password in place, and goes on with what was typed', async ({
    page,
    visitor,
    records,
  }) => {
    const someone = await records.user(['user']);
    await signIn(page, 'admin', listed(someone));
    // As the server answers eleven minutes after the sign-in.
    let refused = 0;
    await page.route('**/set-password', async (route) => {
      if (refused++ > 0) return route.fallback();
      await route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: {
          type: 'urn:mizan:problem:confirmation',
          title: 'Forbidden',
          status: 403,
          detail: 'You signed in more than ten minutes ago. Confirm that it is you, and try again',
          confirmBy: ['password', 'code'],
          requestId: '0123456789abcdef01234567',
        },
      });
    });
    await choose(page, fullName(someone), 'Set Password');
    const dialog = page.getByRole('dialog', { name: 'Set Password' });
    await dialog.getByLabel('New Password').fill('seven lonely gulls');
    await dialog.getByLabel('Confirm Password').fill('seven lonely gulls');
    await button(dialog, 'Set Password').click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const password = confirm.getByLabel('Current password', { exact: true });
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await axe(page);
    await button(confirm, 'Continue').click();
    await expect(password).toHaveAccessibleDescription(/Current password is required/);
    await password.fill('a guess');
    await button(confirm, 'Continue').click();
    await expect(password).toHaveAccessibleDescription(/The current password is not right/);
    await button(confirm, 'Use a code').click();
    await confirm.getByLabel('Code').fill('٠٠٠٠٠٠');
    await button(confirm, 'Continue').click();
    await expect(confirm.getByLabel('Code')).toHaveAccessibleDescription(/This code is not right/);
    await button(confirm, 'Use your password').click();
    await password.fill('mizan-demo');
    await button(confirm, 'Continue').click();
    await expect(notice(page)).toContainText('Password set successfully');
    await expect(dialog).toBeHidden();
    await signInByForm(await visitor(), { email: someone.email, password: 'seven lonely gulls' });

    // Cancelled, the form stays as it was.
    refused = 0;
    await choose(page, fullName(someone), 'Set Password');
    await dialog.getByLabel('New Password').fill('nine lonely gulls');
    await dialog.getByLabel('Confirm Password').fill('nine lonely gulls');
    await button(dialog, 'Set Password').click();
    await button(confirm, 'Cancel').click();
    await expect(notice(page)).toContainText('You signed in more than ten minutes ago');
    await expect(dialog.getByLabel('New Password')).toHaveValue('nine lonely gulls');
  });
});
