// The shortest path through the product: the public page, signing in, the back-office and one of its lists.
import { axe, expect, signIn, signInByForm, test } from './fixtures';

test('a visitor finds the way to sign in', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await axe(page);
});

test('an administrator signs in and sees the projects of the back-office', async ({ page }) => {
  await signInByForm(page, 'admin', '/backoffice');
  await expect(page.getByRole('heading', { name: 'Back-office', level: 1 })).toBeVisible();
  await axe(page);

  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Showing 1 to \d+ of [\d,]+ results$/)).toBeVisible();
  await axe(page);
});

test.describe('with a wrong password', () => {
  test.use({ refusals: [401] });

  test('the sign-in is rejected, and the form shows it', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('admin@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/./);
    await expect(page).toHaveURL('/login');
  });
});

test.describe('with a role that may not enter', () => {
  test('the back-office is not found', async ({ page }) => {
    await signIn(page, 'user', '/backoffice');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await axe(page);
  });
});

test('the reference of the API is drawn from the document', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Mizan' })).toBeVisible();
  await page.getByRole('link', { name: 'projects', exact: true }).click();
  await expect(page.getByRole('button', { name: /^GET .*projects/ }).first()).toBeVisible();
});
