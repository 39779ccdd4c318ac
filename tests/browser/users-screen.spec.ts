// The screens of users, as specified. users.spec.ts has what happens to accounts.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { failResponses, delayResponses } from './server-faults';
import { unique, type User } from './records';
import { button, choose, notice, results, rowOf, search } from './screen';

const USERS = '/backoffice/users';
const API = '**/api/backoffice/users';

/** The list with only this user. */
const listed = ({ email }: Pick<User, 'email'>): string => `${USERS}?search=${encodeURIComponent(email)}`;

/** The full name of a user. */
const fullName = ({ firstName, lastName }: User): string => `${firstName} ${lastName}`;

const creating = (page: Page) => page.getByRole('dialog', { name: 'Create User' });
const editing = (page: Page) => page.getByRole('dialog', { name: 'Edit User' });
const roles = ['Admin', 'Analytics', 'Estimations', 'User'];

test("'Title User Management, subtitle Manage user accounts.'", async ({ page }) => {
  await signIn(page, 'admin', USERS);
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await expect(page.getByText('Manage user accounts')).toBeVisible();
});

test("'A Create User button opens the dialog in create mode.' with its description, fields and buttons", async ({
  page,
}) => {
  await signIn(page, 'admin', USERS);
  await page.getByRole('link', { name: 'Create User' }).click();
  const dialog = creating(page);
  await expect(dialog).toHaveAccessibleDescription('Create a new user account with the required information.');
  await expect(page).toHaveURL((url) => url.pathname === `${USERS}/create`);
  await expect(dialog.getByLabel('First Name')).toBeFocused();
  for (const field of ['Last Name', 'Email']) await expect(dialog.getByLabel(field)).toHaveValue('');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  const boxes = dialog.getByRole('group', { name: 'Roles' });
  for (const role of roles) await expect(boxes.getByRole('checkbox', { name: role, exact: true })).not.toBeChecked();
  await expect(button(dialog, 'Cancel')).toBeVisible();
  await expect(button(dialog, 'Create User')).toBeVisible();
  await axe(page);
});

test("'Table columns: avatar (image, or initials …), First Name, Last Name, Email, Status (badge …), Roles'", async ({
  page,
  records,
}) => {
  const someone = await records.user(['analytics', 'estimations']);
  await signIn(page, 'admin', listed(someone));
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
  const cells = rowOf(page, someone.email).getByRole('cell');
  await expect(cells.nth(1)).toHaveText('VS');
  await expect(cells.nth(5)).toHaveText('Active');
  await expect(cells.nth(6).getByRole('listitem')).toHaveText(['Analytics', 'Estimations']);
});

test("'Avatar, first name and last name columns cannot be hidden; a Columns menu (Column Visibility) shows or hides the others.'", async ({
  page,
}) => {
  await signIn(page, 'admin', USERS);
  await button(page, 'Columns').click();
  const menu = page.getByRole('dialog', { name: 'Column Visibility' });
  for (const fixed of ['Avatar', 'First Name', 'Last Name']) {
    await expect(menu.getByRole('checkbox', { name: fixed, exact: true })).toBeDisabled();
  }
  await menu.getByRole('checkbox', { name: 'Status', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveCount(0);
});

test("'Global Search... box; sortable headers with ascending and descending marks'", async ({ page, records }) => {
  const someone = await records.user(['user']);
  await signIn(page, 'admin', USERS);
  const email = page.getByRole('columnheader', { name: 'Email' });
  await email.getByRole('button').click();
  await expect(email).toHaveAttribute('aria-sort', 'ascending');
  await email.getByRole('button').click();
  await expect(email).toHaveAttribute('aria-sort', 'descending');
  await search(page).fill(someone.firstName);
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
  await expect(rowOf(page, someone.email)).toBeVisible();
});

test("'optional row selection with bulk actions and the text 'N of M row(s) selected.''", async ({ page, records }) => {
  const someone = await records.user(['user']);
  await signIn(page, 'admin', listed(someone));
  await rowOf(page, someone.email).getByRole('checkbox').check();
  await expect(page.getByText('1 of 1 row(s) selected.')).toBeVisible();
});

test("'Page size choices 10, 20, 30, 40, 50 (the screen uses 20 …)' and 'Empty state: 'No results found''", async ({
  page,
}) => {
  await signIn(page, 'admin', USERS);
  const size = page.getByLabel('Rows per page');
  await expect(size.getByRole('option')).toHaveText(['10', '20', '30', '40', '50']);
  await expect(size).toHaveValue('20');
  await search(page).fill(unique('nobody'));
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your filters or search terms.')).toBeVisible();
});

test("'Row menu: Edit User (dialog in edit mode), Set Password (dialog), Lock Account or Unlock Account depending on the locked flag.'", async ({
  page,
  records,
}) => {
  const someone = await records.user(['user']);
  await signIn(page, 'admin', listed(someone));
  const items = page.getByRole('menuitem');
  await button(page, `Actions for ${fullName(someone)}`).click();
  for (const item of ['Edit User', 'Set Password', 'Lock Account']) {
    await expect(items.filter({ hasText: item })).toHaveCount(1);
  }
  await expect(items.filter({ hasText: 'Unlock Account' })).toHaveCount(0);
  await items.filter({ hasText: 'Lock Account' }).click();
  await button(page.getByRole('dialog'), 'Lock Account').click();
  await expect(notice(page)).toContainText('User locked successfully');
  await expect(rowOf(page, someone.email)).toContainText('Locked');
  await button(page, `Actions for ${fullName(someone)}`).click();
  await expect(items.filter({ hasText: 'Unlock Account' })).toHaveCount(1);
  await expect(page.getByRole('menuitem', { name: 'Lock Account', exact: true })).toHaveCount(0);
});

test("'Edit User dialog: description 'Update the user information.' … In edit mode the email is disabled with the note 'Email cannot be changed'.'", async ({
  page,
  records,
}) => {
  const someone = await records.user(['user']);
  await signIn(page, 'admin', listed(someone));
  await choose(page, fullName(someone), 'Edit User');
  const dialog = editing(page);
  await expect(dialog).toHaveAccessibleDescription('Update the user information.');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.pathname === `${USERS}/${someone.id}`);
  await expect(dialog.getByLabel('First Name')).toBeFocused();
  await expect(dialog.getByLabel('Email')).toBeDisabled();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Email cannot be changed');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0);
  await axe(page);

  const release = await delayResponses(page, `${API}/*`, 'PATCH');
  await dialog.getByLabel('Last Name').fill('Rahal');
  await button(dialog, 'Update User').click();
  await expect(button(dialog, 'Updating...')).toBeVisible();
  // The request is pending: Escape and a second press do nothing.
  await page.keyboard.press('Escape');
  await expect(button(dialog, 'Updating...')).toBeVisible();
  release();
  await expect(notice(page)).toContainText('User updated successfully');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, someone.email)).toContainText('Rahal');
  await expect(button(page, `Actions for ${someone.firstName} Rahal`)).toBeFocused();
  await expect(page).toHaveURL((url) => url.pathname === USERS && url.searchParams.get('search') === someone.email);
});

test("''Creating...' … while busy' and 'Create is skipped if email or password is empty.'", async ({
  page,
  records,
}) => {
  const name = unique('Huda');
  const email = `${name.replace(' ', '.')}@demo.test`.toLowerCase();
  const sent: string[] = [];
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().endsWith(USERS) && sent.push(request.url()),
  );
  await signIn(page, 'admin', USERS);
  await page.getByRole('link', { name: 'Create User' }).click();
  const dialog = creating(page);
  await dialog.getByLabel('First Name').fill(name);
  await dialog.getByRole('checkbox', { name: 'User', exact: true }).check();
  await button(dialog, 'Create User').click();
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);

  const release = await delayResponses(page, API, 'POST');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('walks by the creek');
  await button(dialog, 'Create User').click();
  await expect(button(dialog, 'Creating...')).toBeVisible();
  release();
  await expect(notice(page)).toContainText('User created successfully');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL((url) => url.pathname === USERS);
  const { items } = await records.list('users', { search: email });
  for (const { id } of items) records.willBeLocked(id);
  expect(items).toHaveLength(1);
});

test("'closing a dialog resets its form. After a successful create or edit the dialog closes and the form resets.'", async ({
  page,
  records,
}) => {
  const someone = await records.user(['user']);
  await signIn(page, 'admin', listed(someone));
  for (const close of [() => button(creating(page), 'Cancel').click(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('link', { name: 'Create User' }).click();
    await creating(page).getByLabel('First Name').fill('Half a name');
    await creating(page).getByRole('checkbox', { name: 'Admin', exact: true }).check();
    await close();
    await expect(creating(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'Create User' })).toBeFocused();
    await expect(search(page)).toHaveValue(someone.email);
  }
  await page.getByRole('link', { name: 'Create User' }).click();
  await expect(creating(page).getByLabel('First Name')).toHaveValue('');
  await expect(creating(page).getByRole('checkbox', { name: 'Admin', exact: true })).not.toBeChecked();
  await button(creating(page), 'Cancel').click();

  await choose(page, fullName(someone), 'Edit User');
  await editing(page).getByLabel('Last Name').fill('Another');
  await page.keyboard.press('Escape');
  await expect(editing(page)).toBeHidden();
  await choose(page, fullName(someone), 'Edit User');
  await expect(editing(page).getByLabel('Last Name')).toHaveValue(someone.lastName);
});

test("'In edit mode only changed fields are sent, and nothing is sent if nothing changed.'", async ({
  page,
  records,
}) => {
  const someone = await records.user(['user']);
  await signIn(page, 'admin', listed(someone));
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await choose(page, fullName(someone), 'Edit User');
  await button(editing(page), 'Update User').click();
  await expect(notice(page)).toContainText('Nothing has changed');
  expect(sent).toEqual([]);
  await editing(page).getByLabel('Last Name').fill('Rahal');
  await button(editing(page), 'Update User').click();
  await expect(notice(page)).toContainText('User updated successfully');
  expect(sent).toHaveLength(1);
  const { items } = await records.list(`users/${someone.id}/history`, {});
  expect(items[0]?.['changed']).toEqual(['lastName']);
});

test('the dialogs have addresses: a link, a reload and the way back lead there, over the same list', async ({
  page,
  records,
}) => {
  const someone = await records.user(['user']);
  await signIn(page, 'admin', `${USERS}/${someone.id}`);
  await expect(editing(page).getByLabel('First Name')).toHaveValue(someone.firstName);
  await page.reload();
  await expect(editing(page).getByLabel('First Name')).toHaveValue(someone.firstName);
  await button(editing(page), 'Cancel').click();
  await expect(results(page)).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === USERS);

  await search(page).fill(someone.email);
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
  await page.getByRole('link', { name: 'Create User' }).click();
  await expect(creating(page)).toBeVisible();
  await page.reload();
  await expect(creating(page)).toBeVisible();
  await expect(page.getByText(someone.email)).toBeAttached();
  await page.goBack();
  await expect(creating(page)).toBeHidden();
  await expect(search(page)).toHaveValue(someone.email);

  // Going back asks before it discards the input.
  await page.getByRole('link', { name: 'Create User' }).click();
  await creating(page).getByLabel('First Name').fill('Half a name');
  await page.goBack();
  const dialogs = page.getByRole('dialog').filter({ hasNot: page.getByLabel('First Name') });
  await dialogs.getByRole('button').first().click();
  await expect(creating(page).getByLabel('First Name')).toHaveValue('Half a name');
});

test.describe('what the server refuses', () => {
  test.use({ refusals: [404, 500, 502] });

  test("'Load failure: 'There was an error loading users.' and 'Please try again later.''", async ({ page }) => {
    await failResponses(page, `${API}?*`);
    await signIn(page, 'admin', USERS);
    await expect(page.getByRole('heading', { name: 'There was an error loading users.' })).toBeVisible();
    await expect(page.getByText('Please try again later.')).toBeVisible();
    await page.unroute(`${API}?*`);
    await button(page, 'Try again').click();
    await expect(results(page)).toBeVisible();
  });

  test("'Error toasts: the server message is shown if present, otherwise fallbacks: 'Failed to create user', 'Failed to update user', 'Failed to lock user''", async ({
    page,
    records,
  }) => {
    const someone = await records.user(['user']);
    await failResponses(page, API, 'POST');
    await failResponses(page, `${API}/*`, 'PATCH');
    await failResponses(page, `${API}/*/lock`, 'POST');
    await signIn(page, 'admin', listed(someone));

    await page.getByRole('link', { name: 'Create User' }).click();
    await creating(page).getByLabel('First Name').fill('Somebody');
    await creating(page).getByLabel('Email').fill('somebody@demo.test');
    await creating(page).getByLabel('Password', { exact: true }).fill('walks by the creek');
    await creating(page).getByRole('checkbox', { name: 'User', exact: true }).check();
    await button(creating(page), 'Create User').click();
    await expect(notice(page)).toContainText('Failed to create user');
    // The input is still there.
    await expect(creating(page).getByLabel('Email')).toHaveValue('somebody@demo.test');
    await button(creating(page), 'Cancel').click();

    await choose(page, fullName(someone), 'Edit User');
    await editing(page).getByLabel('Last Name').fill('Rahal');
    await button(editing(page), 'Update User').click();
    await expect(notice(page)).toContainText('Failed to update user');
    await button(editing(page), 'Cancel').click();

    await choose(page, fullName(someone), 'Lock Account');
    await button(page.getByRole('dialog'), 'Lock Account').click();
    await expect(notice(page)).toContainText('Failed to lock user');

    await failResponses(page, `${API}/*/lock`, 'POST', 'Ask again at noon');
    if (await page.getByRole('dialog').isVisible()) await button(page.getByRole('dialog'), 'Cancel').click();
    await choose(page, fullName(someone), 'Lock Account');
    await button(page.getByRole('dialog'), 'Lock Account').click();
    await expect(notice(page)).toContainText('Ask again at noon');
  });

  test('a missing user is reported over the list', async ({ page }) => {
    await signIn(page, 'admin', `${USERS}/0123456789abcdef01234567`);
    await expect(notice(page)).toContainText('User not found');
    await expect(results(page)).toBeVisible();
    await expect(page).toHaveURL((url) => url.pathname === USERS);
  });
});

for (const who of ['estimator', 'analyst', 'user'] as const) {
  test(`'The users screen needs a permission named users; otherwise the visitor is redirected to /backoffice with error code access-denied': the ${who}`, async ({
    page,
  }) => {
    for (const address of [USERS, `${USERS}/create`]) {
      await signIn(page, who, address);
      await expect(page).toHaveURL('/backoffice?error=access-denied');
      await expect(page.getByRole('alert')).toHaveText('You do not have permission to access user management');
      // The analyst may read a resource of another module, and so may enter the back-office.
      if (who !== 'analyst') await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the dialog fits, and its buttons stay in sight', async ({ page }) => {
    await signIn(page, 'admin', `${USERS}/create`);
    await expect(creating(page).getByLabel('First Name')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expect(button(creating(page), 'Create User')).toBeInViewport({ ratio: 1 });
    await axe(page);
  });
});
