// A product with users alone, of the framework alone (tests/bare): the public pages, sign-in, home and the back-office.
import { axe, expect, listen, signInByForm, test as base } from './fixtures';
import { OwnServer } from './own-server';
import { navigation, ofAccount } from './screen';

const test = base.extend<{ server: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, give) => {
    const server = await OwnServer.start({ program: 'bare' });
    await give(server);
    await server.end();
  },
});

test('a product with users alone has its public pages, sign-in, home and back-office', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  const complaints: string[] = [];
  await listen(context, server.url, [404], complaints);
  const page = await context.newPage();

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Every record, in its place.' })).toBeVisible();
  await expect(page).toHaveTitle('Practice');
  await axe(page);
  await page.getByRole('link', { name: 'Join us' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Join us' })).toBeVisible();

  await page.goto('/estimations');
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();

  await signInByForm(page, server.admin, '/home');
  await expect(page.getByRole('heading', { level: 1, name: /, Admin$/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Estimations' })).toHaveCount(0);
  await axe(page);
  await page.goto('/');
  await expect(page, 'where administrators of this product start').toHaveURL('/backoffice');
  await page.goto('/home/nowhere');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Backoffice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Back-office' })).toBeVisible();
  await navigation(page).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('row').getByText(server.admin.email)).toBeVisible();
  await axe(page);

  await ofAccount(page, 'Sign out');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await context.close();
  expect(complaints).toEqual([]);
});
