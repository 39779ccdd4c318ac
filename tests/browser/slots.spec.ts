// The slots that several modules share: `viewings` and a package outside the workspace add to units, to the frame, to the
// navigation and to an area of their own.
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { button, fact, navigation, results } from './screen';

const OFFICE = '/front-office';

test('two modules add to one resource, one of them from outside the workspace', async ({ page, records }) => {
  const project = await records.project();
  const unitNumber = unique('A');
  const { id } = await records.unit(project, { unitNumber, floor: 7 });
  await signIn(page, 'admin', `/backoffice/units?search=${unitNumber}`);
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
  // A tool of one module reads the list, and the cell of the other is in its row.
  await expect(page.getByRole('status', { name: 'Brochures' })).toHaveText('1 brochures');
  await page.goto(`/backoffice/units/${id}/show`);
  await expect(fact(page, 'Floor')).toHaveText('7. floor');
  await expect(page.getByRole('region', { name: 'Brochure' })).toHaveText(`Brochure of unit ${unitNumber}`);
  await expect(page.getByText(`Number of this record: ${id}`)).toBeVisible();
  await axe(page);
});

test('a tool of the list filters it, and the address says so', async ({ page, records }) => {
  const { id: companyId } = await records.create('companies', { name: unique('Letting') });
  const visitor = unique('Nadia');
  await records.create('viewings', { visitor: `${visitor} one`, companyId });
  await records.create('viewings', { visitor: `${visitor} two`, companyId, confirmed: true });
  await signIn(page, 'admin', `/backoffice/viewings?search=${visitor}`);
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');
  await button(page, 'Only confirmed').click();
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
  await expect(page).toHaveURL(/filters=/);
  await expect(button(page, 'Only confirmed')).toHaveAttribute('aria-pressed', 'true');
  await axe(page);
  await button(page, 'Only confirmed').click();
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');
});

test('a provider around all screens holds its state while they change, and another is around one resource', async ({
  page,
}) => {
  await signIn(page, 'admin', '/backoffice/viewings');
  await expect(page.getByRole('note')).toHaveText('Viewings end at six.');
  await button(page, 'Visitors today: 0').click();
  await navigation(page).getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
  await expect(button(page, 'Visitors today: 1')).toBeVisible();
  await navigation(page).getByRole('link', { name: 'Visitors' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  await expect(button(page, 'Visitors today: 1')).toBeVisible();
});

test('a group of the navigation has a list and a page', async ({ page }) => {
  await signIn(page, 'admin', '/backoffice');
  const group = navigation(page).getByRole('list', { name: 'Letting' });
  await expect(group.getByRole('link')).toHaveText([/^Viewings/, 'Diary']);
  await group.getByRole('link', { name: 'Diary' }).click();
  await expect(group.getByRole('link', { name: 'Diary' })).toHaveAttribute('aria-current', 'page');
  await axe(page);
});

test('an area of a module begins with its start page, to which both modules add, and is opened by its address', async ({
  page,
}) => {
  await signIn(page, 'admin', OFFICE);
  await expect(page.getByRole('heading', { level: 1, name: 'Reception' })).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Expected', 'Keys']);
  await axe(page);
  const entry = navigation(page).getByRole('link', { name: 'Reception' });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Expected' }).click();
  await expect(page).toHaveURL(`${OFFICE}/visitors`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  await entry.click();
  await expect(page).toHaveURL(OFFICE);
});

test('signing in leads to an area of a module', async ({ page }) => {
  await page.goto(OFFICE);
  await page.getByLabel('Email').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('mizan-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reception' })).toBeVisible();
});

test('an area and its parts are not there without their permission', async ({ page }) => {
  await signIn(page, 'user', '/home');
  await page.goto(OFFICE);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

  // An analyst may read viewings, and change none.
  await signIn(page, 'analyst', OFFICE);
  await expect(page.getByRole('heading', { level: 1, name: 'Reception' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Visitors today/ })).toHaveCount(0);
});

test("the product's theme is that of both colour schemes", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, 'admin', '/backoffice/companies');
  const create = page.getByRole('link', { name: 'Create Company' });
  await expect(create).toHaveCSS('background-color', 'rgb(91, 63, 140)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(create).toHaveCSS('background-color', 'rgb(201, 179, 245)');
});

for (const width of [390, 820, 1440]) {
  test(`at ${width} px the frame with the parts of modules fits`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, 'admin', OFFICE);
    for (const address of [OFFICE, '/backoffice/viewings', '/backoffice/units']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
    }
  });
}
