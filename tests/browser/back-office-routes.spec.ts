// The routes of the back-office and the texts of all its lists, as specified.
import { axe, expect, signIn, test } from './fixtures';
import { failResponses } from './server-faults';
import { button, navigation, notice, results } from './screen';

const UNITS = '/backoffice/units';

for (const [route, heading] of [
  ['/backoffice', 'Back-office'],
  ['/backoffice/users/', 'User Management'],
  ['/backoffice/units/', 'Units'],
  ['/backoffice/projects', 'Projects'],
  ['/backoffice/projects/projects', 'Projects'],
  ['/backoffice/projects/rotations', 'Weekly rotations'],
  ['/backoffice/join-requests', 'Join requests'],
  ['/analytics', 'Analytics'],
] as const) {
  test(`'Route tree': ${route} is there for an administrator, and nothing else is shown to a signed-out visitor`, async ({
    page,
    visitor,
  }) => {
    await signIn(page, 'admin', route);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    const user = await visitor();
    await user.goto(`${route}?page=2`);
    await expect(user.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const back = new URL(user.url()).searchParams.get('redirect') ?? '';
    expect(back.replace(/\/(?=\?|$)/, '')).toBe(`${route.replace(/\/$/, '')}?page=2`);
  });
}

test("'/backoffice/units/ … search params page, limit, sortDirection and others are validated on entry'", async ({
  page,
}) => {
  await signIn(page, 'admin', '/backoffice');
  await page.goto(`${UNITS}?page=zero&limit=1000&sortDirection=sideways&sortBy=nothing`);
  await expect(page).toHaveURL(`${UNITS}?page=1&limit=20&sortDirection=asc`);
});

test('a list whose default filter arrives after a link was followed does not lead back to it', async ({ page }) => {
  const gate = () => {
    let go = (): void => {};
    return { until: new Promise<void>((resolve) => (go = resolve)), go: () => go() };
  };
  const [saved, overview] = [gate(), gate()];
  await page.route('**/api/backoffice/saved-filters?*', (route) => saved.until.then(() => route.continue()));
  // Until the next screen has been loaded, the list stays.
  await page.route(/\/overview-screen-(?!lazy-)[^/]*\.js$/, (route) => overview.until.then(() => route.continue()));
  const requested = page.waitForRequest('**/api/backoffice/saved-filters?*');
  await signIn(page, 'admin', '/backoffice/companies');
  await requested;
  await navigation(page).getByRole('link', { name: 'Overview' }).first().click();
  saved.go();
  await expect(results(page)).toContainText('Showing 1 to');
  overview.go();
  await expect(page.getByRole('heading', { level: 1, name: 'Back-office' })).toBeVisible();
  await expect(page).toHaveURL('/backoffice');
});

test("'Texts 'Showing X to Y of Z results' and 'Page N of M'; Previous and Next links; numbered page links in a window of 5 with first and last page and ellipses.'", async ({
  page,
  records,
}) => {
  const { total } = await records.list('units', { limit: 10 });
  const pages = Math.ceil(total / 10);
  await signIn(page, 'admin', `${UNITS}?page=50&limit=10`);
  await expect(results(page)).toHaveText(`Showing 491 to 500 of ${total.toLocaleString('en')} results`);
  await expect(page.getByText(`Page 50 of ${pages.toLocaleString('en')}`)).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Pages of Units' });
  const numbers = links.getByRole('link', { name: /^Page / });
  await expect(numbers).toHaveText(['1', '48', '49', '50', '51', '52', String(pages)]);
  await expect(numbers.nth(3)).toHaveAttribute('aria-current', 'page');
  await links.getByRole('link', { name: 'Next' }).click();
  await expect(results(page)).toContainText('Showing 501 to 510');
  await links.getByRole('link', { name: 'Previous' }).click();
  await expect(results(page)).toContainText('Showing 491 to 500');
  await numbers.last().click();
  await expect(page.getByText(`Page ${pages} of ${pages}`)).toBeVisible();
});

for (const [who, ways] of [
  ['admin', ['Go to Estimations', 'Go to Analytics', 'Go to Backoffice']],
  ['estimator', ['Go to Estimations']],
  // In the server under test analysts may read a resource of the back-office.
  ['analyst', ['Go to Analytics', 'Go to Backoffice']],
  ['user', ['Go Home']],
] as const) {
  test(`'Page Not Found card … Buttons by role … A 'Go Home' button to / appears only if none of these apply.': ${who}`, async ({
    page,
  }) => {
    await signIn(page, who, '/backoffice/no/such/place');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
    await expect(page.getByText('If you believe this is an error, please contact support.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveText([...ways]);
    await axe(page);
    if (who === 'user') {
      await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    }
  });
}

test("'You do not have permission to access user management' is shown at /backoffice?error=access-denied for every role", async ({
  page,
  visitor,
}) => {
  await signIn(page, 'admin', '/backoffice?error=access-denied');
  await expect(page.getByRole('alert')).toHaveText('You do not have permission to access user management');
  await expect(page.getByRole('heading', { level: 1, name: 'Back-office' })).toBeVisible();
  await axe(page);
  const estimator = await visitor();
  await signIn(estimator, 'estimator', '/backoffice?error=access-denied');
  await expect(estimator.getByRole('alert')).toHaveText('You do not have permission to access user management');
  await expect(estimator.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test.describe('a server that cannot be reached', () => {
  test.use({ refusals: [500] });

  test("'A non-success response to any call leads to a thrown error with a fixed text', for each list and record", async ({
    page,
    records,
    complaints,
  }) => {
    const project = await records.project();
    await signIn(page, 'admin', `/backoffice/projects/${project.id}`);
    await page.getByLabel('Location').fill('Business Bay');
    await page.route(`**/api/backoffice/projects/${project.id}`, (route) => route.abort());
    await button(page, 'Save Changes').click();
    await expect(notice(page)).toContainText('Failed to update project');
    await expect(page.getByLabel('Location')).toHaveValue('Business Bay');
    await page.unroute(`**/api/backoffice/projects/${project.id}`);

    for (const [name, nouns = name] of [
      ['units'],
      ['projects'],
      ['developers'],
      ['companies'],
      ['join-requests', 'join requests'],
      ['estimations', 'estimates'],
    ] as const) {
      await failResponses(page, `**/api/backoffice/${name}?*`);
      await page.goto(`/backoffice/${name}`);
      await expect(page.getByRole('heading', { name: `There was an error loading ${nouns}.` })).toBeVisible();
      await expect(page.getByText('Please try again later.')).toBeVisible();
    }
    // The browser logs that there was no response.
    complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes('net::ERR_FAILED')));
  });
});
