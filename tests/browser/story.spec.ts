// A working day in the back-office, on any data: looks up the project with the Arabic name and its developer, and
// creates everything that it changes or deletes.
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { notice, pick, results, rowOf, search, tabTo } from './screen';

const PROJECTS = '/backoffice/projects';
/** The tab of the projects' list. */
const ALL_PROJECTS = `${PROJECTS}/projects`;
const DEVELOPERS = '/backoffice/developers';
const UNITS = '/backoffice/units';

test('a project is found by its Arabic name, edited, and stays edited', async ({ page, records }) => {
  const project = await records.arabicProject();
  expect(project.name).toMatch(/\p{Script=Arabic}/u);
  records.restoresAfter('projects', project.id, { location: project.location });
  const location = unique('Al Wasl Road');

  await signIn(page, 'admin', PROJECTS);
  await search(page).fill(project.name);
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === project.name);
  await expect(rowOf(page, project.name)).toContainText(project.developer.name);
  await axe(page);

  await page.getByRole('link', { name: project.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: project.name })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: project.developer.name, exact: true })).toBeVisible();
  await axe(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Project' })).toBeVisible();
  await expect(page.getByLabel('Location')).toHaveValue(project.location);
  await page.getByLabel('Location').fill(location);
  await expect(page.getByText('Unsaved changes: Location')).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(notice(page)).toContainText('Project updated successfully');

  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Projects' }).click();
  await expect(search(page)).toHaveValue(project.name);
  await expect(rowOf(page, project.name)).toContainText(location);
  await page.reload();
  await expect(rowOf(page, project.name)).toContainText(location);
});

test('an invalid value is reported at its field before anything is sent', async ({ page, records }) => {
  const project = await records.project();
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  const location = page.getByLabel('Location');
  await location.fill('   ');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(location).toHaveAccessibleDescription('Location is required');
  await expect(location).toHaveAttribute('aria-invalid', 'true');
  await expect(location).toBeFocused();
  expect(sent).not.toContain('PATCH');
  await axe(page);

  await location.fill('Business Bay');
  await expect(location).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(notice(page)).toContainText('Project updated successfully');
});

test.describe('what only the server knows', () => {
  test.use({ refusals: [409] });

  test('a unit is created with references that are picked by typing; its number is refused a second time', async ({
    page,
    records,
  }) => {
    const project = await records.project();
    const enter = async (rent: string): Promise<void> => {
      await page.goto(`${UNITS}/create`);
      await page.getByLabel('Unit number').fill('A-101');
      await pick(page, 'Project', project.name);
      await pick(page, 'Developer', project.developer.name);
      await page.getByLabel('Total area').fill('950.5');
      await page.getByLabel('Purchase price').fill('1450000');
      await page.getByLabel('Yearly rent').fill(rent);
      await page.getByLabel('Service charges').fill('14.25');
      await page.getByRole('button', { name: 'Create Unit' }).click();
    };

    await signIn(page, 'admin', UNITS);
    await enter('88000');
    await expect(notice(page)).toContainText('Unit created successfully');
    await expect(page.getByRole('heading', { level: 1, name: `A-101 · ${project.name}` })).toBeVisible();
    records.deletesAfter('units', new URL(page.url()).pathname.split('/')[3] ?? '');
    await expect(page.getByRole('main').getByRole('link', { name: project.name })).toBeVisible();
    await expect(page.getByText('88,000 AED')).toBeVisible();

    await enter('92000');
    const number = page.getByLabel('Unit number');
    await expect(number).toHaveAccessibleDescription('There is a unit with this number in the project already');
    await expect(number).toBeFocused();
    await expect(page.getByLabel('Yearly rent')).toHaveValue('92,000');
    await axe(page);

    // Avoids the question about unsaved changes.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Units' })).toBeVisible();
  });

  test('a developer that is still referenced is not deleted, and the dialog names the references', async ({
    page,
    records,
  }) => {
    const { developer } = await records.arabicProject();
    await signIn(page, 'admin', DEVELOPERS);
    await search(page).fill(developer.name);
    await page.getByRole('button', { name: `Actions for ${developer.name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this developer?' });
    await expect(dialog).toContainText(developer.name);
    await axe(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      /cannot be deleted: it is still referred to by [\d,]+ projects?/,
    );
    await axe(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, developer.name)).toBeVisible();

    // The list of what refers to it is one click away.
    await page.getByRole('button', { name: `Actions for ${developer.name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const link = dialog.getByRole('link', { name: /^Show [\d,]+ projects?$/ });
    const [, count] = /Show ([\d,]+)/.exec(await link.innerText()) ?? [];
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
    await expect(results(page)).toHaveText(new RegExp(` of ${count} results$`));
    await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(developer.name);
  });
});

test('a developer without references is deleted', async ({ page, records }) => {
  const name = unique('Nobody’s Developer');
  await records.create('developers', { name });
  await signIn(page, 'admin', DEVELOPERS);
  await search(page).fill(name);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this developer?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(notice(page)).toContainText('Developer deleted successfully');
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await axe(page);
});

test('the address of a list is its state: corrected, stable on reload, navigated by the back button', async ({
  page,
  records,
}) => {
  const project = await records.project();
  await signIn(page, 'admin', '/backoffice');
  await page.goto(PROJECTS);
  await expect(page).toHaveURL(`${ALL_PROJECTS}?page=1&limit=20&sortDirection=asc`);
  await page.goto(`${ALL_PROJECTS}?page=abc&limit=9999&sortBy=nothing&sortDirection=up`);
  await expect(page).toHaveURL(`${ALL_PROJECTS}?page=1&limit=20&sortDirection=asc`);
  await expect(results(page)).toHaveText(/^Showing 1 to 20 of/);

  await page
    .getByRole('navigation', { name: 'Pages of Projects' })
    .getByRole('link', { name: 'Page 2', exact: true })
    .click();
  await expect(page).toHaveURL(`${ALL_PROJECTS}?page=2&limit=20&sortDirection=asc`);
  await expect(results(page)).toHaveText(/^Showing 21 to 40 of/);
  await page.reload();
  await expect(results(page)).toHaveText(/^Showing 21 to 40 of/);

  await page.getByRole('button', { name: 'Location' }).click();
  await expect(page.getByRole('columnheader', { name: 'Location' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(`${ALL_PROJECTS}?page=1&limit=20&sortBy=location&sortDirection=asc`);
  await page.goBack();
  await expect(results(page)).toHaveText(/^Showing 21 to 40 of/);

  await search(page).fill(project.name);
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
  await page.getByRole('link', { name: project.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: project.name })).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue(project.name);
  await expect(rowOf(page, project.name)).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await expect(results(page)).toHaveText(/^Showing 21 to 40 of/);

  await page.goto(`${ALL_PROJECTS}?page=99999`);
  await expect(page.getByText('This page is past the end')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the last page' }).click();
  await expect(results(page)).toBeVisible();
});

test('the usual columns fit a wide window, whatever the names', async ({ page }) => {
  await signIn(page, 'admin', '/backoffice');
  for (const [address, name] of [
    [ALL_PROJECTS, 'Projects'],
    [`${UNITS}?page=2`, 'Units'],
  ] as const) {
    await page.goto(address);
    await expect(results(page)).toBeVisible();
    const beyond = await page
      .getByRole('region', { name, exact: true })
      .evaluate((table) => table.scrollWidth - table.clientWidth);
    expect(beyond, `what of the ${name} is out of sight`).toBe(0);
  }
});

test.describe('a list that cannot be read anew', () => {
  test.use({ refusals: [503] });

  test('shows a quiet notice and its previous rows', async ({ page, records }) => {
    const existing = unique('Kept');
    await records.create('developers', { name: existing });
    const deleted = await records.create('developers', { name: `${existing} not` });
    await signIn(page, 'admin', DEVELOPERS);
    await search(page).fill(existing);
    await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');

    const lists = (url: URL): boolean => url.pathname === `/api${DEVELOPERS}`;
    await page.route(lists, (route) =>
      route.fulfill({ status: 503, json: { title: 'Service Unavailable', status: 503 } }),
    );
    await page.getByRole('button', { name: `Actions for ${String(deleted['name'])}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const conflict = page.getByRole('status').filter({ hasText: 'This list could not be brought up to date.' });
    await expect(conflict).toBeVisible();
    await expect(rowOf(page, existing)).toBeVisible();
    await axe(page);

    await page.unroute(lists);
    await conflict.getByRole('button', { name: 'Try again' }).click();
    await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
    await expect(page.getByText('This list could not be brought up to date.')).toBeHidden();
  });
});

test('everything is done without a mouse', async ({ page, records }) => {
  const project = await records.project();
  const keys = page.keyboard;
  await page.goto(`/login?redirect=${PROJECTS}`);
  await tabTo(page, page.getByLabel('Email'));
  await keys.type('admin@demo.test');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keys.type('mizan-demo');
  await keys.press('Enter');

  await expect(results(page)).toBeVisible();
  await tabTo(page, search(page));
  await keys.type(project.name);
  await keys.press('Enter');
  await expect(results(page)).toHaveText('Showing 1 to 1 of 1 results');
  await tabTo(page, page.getByRole('link', { name: project.name, exact: true }));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: project.name })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Edit', exact: true }));
  await keys.press('Enter');
  await tabTo(page, page.getByLabel('Location'));
  await keys.press('ControlOrMeta+a');
  await keys.type('Palm Jumeirah');
  await tabTo(page, page.getByRole('button', { name: 'Save Changes' }));
  await keys.press('Enter');
  await expect(notice(page)).toContainText('Project updated successfully');
});

test('the back-office is not found by the estimator, who is shown the way', async ({ page }) => {
  await signIn(page, 'estimator', '/backoffice');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Go to Estimations']);
  await axe(page);
  await page.goto(PROJECTS);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('a signed-out visitor comes back to the address after signing in', async ({ page, records }) => {
  const project = await records.project();
  const address = `${ALL_PROJECTS}?page=1&limit=10&search=${encodeURIComponent(project.name)}&sortBy=location&sortDirection=desc`;
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('mizan-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(rowOf(page, project.name)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Location' })).toHaveAttribute('aria-sort', 'descending');
});

test('home lists the resources with their totals, and links to them', async ({ page, records }) => {
  const { total } = await records.list('units', { limit: 1 });
  await signIn(page, 'admin', '/home');
  const areaLists = page.getByRole('list', { name: 'On record in Back-office' });
  await expect(areaLists.getByRole('link', { name: /^Units/ })).toContainText(total.toLocaleString('en'));
  await axe(page);
  await areaLists.getByRole('link', { name: /^Units/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Units' })).toBeVisible();
});

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await signIn(page, 'admin', PROJECTS);
  await expect(results(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/home');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.getByRole('button', { name: /^Account of / }).click();
  await axe(other);
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('redirect')).toContain(PROJECTS);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('no screen is wider than the window', async ({ page, records }) => {
    const project = await records.arabicProject();
    const fits = async (): Promise<void> => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `the width of ${page.url()}`).toBeLessThanOrEqual(390);
      await axe(page);
    };
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await fits();
    await signIn(page, 'admin', '/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await fits();
    await page.goto(PROJECTS);
    await expect(results(page)).toBeVisible();
    await fits();
    await page.goto(`${PROJECTS}/${project.id}/show`);
    await expect(page.getByRole('heading', { level: 1, name: project.name })).toBeVisible();
    await fits();
    await page.goto(`${PROJECTS}/${project.id}`);
    await expect(page.getByLabel('Location')).toBeVisible();
    await fits();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Units' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Units' })).toBeVisible();
    await expect(results(page)).toBeVisible();
  });
});

test.describe('an unknown address', () => {
  test.use({ refusals: [404] });

  test('is a 404 with the Not Found page', async ({ page }) => {
    const answer = await page.goto('/no/such/place');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await axe(page);
  });
});

test('within the back-office a wrong address leads on', async ({ page }) => {
  await signIn(page, 'admin', '/backoffice/nothing');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to Backoffice' })).toBeVisible();
});

test.describe('deleted records', () => {
  test.use({ refusals: [404] });

  test('are shown as not found', async ({ page }) => {
    await signIn(page, 'admin', `${PROJECTS}/0123456789abcdef01234567/show`);
    await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
    await expect(page.getByText("The project you're looking for doesn't exist.")).toBeVisible();
    await axe(page);
    await page.getByRole('link', { name: 'Back to Projects' }).click();
    await expect(results(page)).toBeVisible();
  });
});

test('an asset that is missing is a 404 and never a page', async ({ request }) => {
  for (const address of ['/assets/missing.js', '/_admin/assets/missing.js', '/docs/missing.css']) {
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(404);
    expect(await answer.text(), address).not.toContain('<html');
  }
});
