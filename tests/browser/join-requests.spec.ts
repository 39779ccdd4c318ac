// From a join request to the user's first sign-in: pending requests first, the decision, and the password.
import { axe, expect, signIn, signInByForm, test } from './fixtures';
import { unique } from './records';
import { button, choose, fact, notice, rowOf } from './screen';

const REQUESTS = '/backoffice/join-requests';

test('a join request is accepted by keyboard, gets a password, and its user signs in', async ({
  page,
  visitor,
  records,
}) => {
  const name = unique('Sana');
  const email = `${name.replace(' ', '.')}@demo.test`.toLowerCase();
  const created = await page.request.post('/api/join-requests', {
    data: { firstName: name, email, message: 'Hello,\nI start on Monday.' },
  });
  expect(created.status()).toBe(202);

  await signIn(page, 'admin', REQUESTS);
  const row = rowOf(page, email);
  await expect(row.getByRole('cell', { name: 'Pending', exact: true })).toBeVisible();
  await axe(page);
  await choose(page, name, 'Accept');
  const accepting = page.getByRole('dialog', { name: 'Accept this request?' });
  await expect(accepting).toContainText('I start on Monday.');
  await expect(accepting.getByRole('checkbox', { name: 'User' })).toBeChecked();
  await axe(page);
  await accepting.getByRole('checkbox', { name: 'Estimations' }).check();
  await button(accepting, 'Accept').click();

  const accepted = page.getByRole('dialog', { name: 'Request accepted' });
  await expect(button(accepted, 'Set Password')).toBeFocused();
  await expect(button(accepted, 'Set Password')).toHaveAccessibleDescription(new RegExp(`${name} is a user now`));
  const link = await accepted.getByRole('link', { name: 'Open User' }).getAttribute('href');
  records.willBeLocked(link?.split('/')[3] ?? '');
  await axe(page);
  await page.keyboard.press('Enter');
  const setting = page.getByRole('dialog', { name: 'Set Password' });
  await setting.getByLabel('New Password').fill('walks by the creek');
  await setting.getByLabel('Confirm Password').fill('walks by the creek');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText('Password set successfully');
  await expect(row.getByRole('cell', { name: 'Accepted', exact: true })).toBeVisible();

  await row.getByRole('link', { name, exact: true }).click();
  await fact(page, 'User').getByRole('link').click();
  await expect(fact(page, 'Roles')).toHaveText('EstimationsUser');
  const theirs = await visitor();
  await signInByForm(theirs, { email, password: 'walks by the creek' }, '/home');
  await expect(theirs.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
});

test.describe('a request', () => {
  test.use({ refusals: [409] });

  test('is declined, can still be accepted, and not for a user who is there', async ({ page }) => {
    const email = 'user@demo.test';
    expect((await page.request.post('/api/join-requests', { data: { firstName: 'Somebody', email } })).status()).toBe(
      202,
    );
    await signIn(page, 'admin', `${REQUESTS}?search=${email}&sortBy=createdAt&sortDirection=desc`);
    await button(rowOf(page, email).first(), 'Actions for Somebody').click();
    await page.getByRole('menuitem', { name: 'Decline' }).click();
    await button(page.getByRole('dialog', { name: 'Decline this request?' }), 'Decline').click();
    await expect(notice(page)).toContainText('Request declined');
    await expect(rowOf(page, email).first().getByRole('cell', { name: 'Declined', exact: true })).toBeVisible();
    await button(rowOf(page, email).first(), 'Actions for Somebody').click();
    await expect(page.getByRole('menuitem', { name: 'Decline' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Accept' }).click();
    await button(page.getByRole('dialog', { name: 'Accept this request?' }), 'Accept').click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await axe(page);
  });
});
