// The screens of projects, as specified.
import { axe, expect, signIn, test } from './fixtures';
import { failResponses, delayResponses } from './server-faults';
import { button, notice, results } from './screen';

const PROJECTS = '/backoffice/projects';
const LIST = `${PROJECTS}/projects`;
const ROTATIONS = `${PROJECTS}/rotations`;
const API = '**/api/backoffice/projects';
const tabs = ['Projects', 'Weekly Rotations'];

test("'/backoffice/projects redirects to /backoffice/projects/projects with page=1, limit=20, sortDirection=asc'", async ({
  page,
}) => {
  await signIn(page, 'admin', PROJECTS);
  await expect(page).toHaveURL(`${LIST}?page=1&limit=20&sortDirection=asc`);
  await expect(results(page)).toHaveText(/^Showing 1 to 20 of/);
});

test("'the active tab is Weekly Rotations when the path ends in /rotations, otherwise Projects. Switching a tab goes to the other path, resets page to 1 and replaces the history entry.'", async ({
  page,
}) => {
  await signIn(page, 'admin', '/backoffice/developers');
  await expect(results(page)).toBeVisible();
  await page.goto(`${LIST}?page=2&limit=10`);
  const shown = page.getByRole('main').getByRole('navigation').getByRole('list').first().getByRole('link');
  await expect(shown).toHaveText(tabs);
  await expect(shown.nth(0)).toHaveAttribute('aria-current', 'page');
  await expect(shown.nth(1)).not.toHaveAttribute('aria-current', 'page');
  await expect(results(page)).toHaveText(/^Showing 11 to 20 of/);
  await axe(page);

  await shown.nth(1).click();
  await expect(page).toHaveURL((url) => url.pathname === ROTATIONS && url.searchParams.get('page') === '1');
  await expect(page).toHaveURL((url) => url.searchParams.get('limit') === '10');
  await expect(shown.nth(1)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('columnheader', { name: 'Week start' })).toBeVisible();
  await expect(results(page)).toHaveText(/^Showing 1 to/);
  await axe(page);
  await shown.nth(0).click();
  await expect(page).toHaveURL((url) => url.pathname === LIST && url.searchParams.get('page') === '1');

  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === '/backoffice/developers');
});

test("'/backoffice/projects/rotations: weekly rotations list' keeps the parameters of its address", async ({
  page,
}) => {
  await signIn(page, 'admin', '/backoffice');
  await page.goto(`${ROTATIONS}?page=2&limit=10&search=x`);
  await expect(page.getByRole('searchbox')).toHaveValue('x');
  await expect(page).toHaveURL(
    ({ pathname, searchParams }) =>
      pathname === ROTATIONS &&
      searchParams.get('page') === '2' &&
      searchParams.get('limit') === '10' &&
      searchParams.get('search') === 'x',
  );
  // The default URL of rotations redirects there, with its query.
  await page.goto('/backoffice/rotations?page=1&limit=30&search=look');
  await expect(page).toHaveURL((url) => url.pathname === ROTATIONS && url.searchParams.get('limit') === '30');
  await expect(page.getByRole('searchbox')).toHaveValue('look');
});

test("'Title Edit Project, subtitle 'Update project information and details', back button 'Back to Projects'.'", async ({
  page,
  records,
}) => {
  const project = await records.project();
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Project' })).toBeVisible();
  await expect(page.getByText('Update project information and details')).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: 'Back to Projects' }).click();
  await expect(page).toHaveURL((url) => url.pathname === LIST);
  await expect(results(page)).toBeVisible();
});

test("'Loading text 'Loading project...'.'", async ({ page, records }) => {
  const project = await records.project();
  const release = await delayResponses(page, `${API}/${project.id}`);
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  await expect(page.getByText('Loading project...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Project' })).toBeVisible();
});

test("'Amenities (an input and Remove per row, and Add Amenity). A Save Changes button.' and 'Saving the project edit updates the stored project and resets the form from the response.'", async ({
  page,
  records,
}) => {
  const project = await records.project();
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  const amenities = page.getByRole('group', { name: 'Amenities' });
  for (const one of ['Pool', 'Gym']) {
    await button(amenities, 'Add Amenity').click();
    await expect(amenities.getByRole('textbox').last()).toBeFocused();
    await page.keyboard.type(one);
  }
  await amenities
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await page.getByLabel('Location').fill('  Business Bay ');
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Project updated successfully');
  await expect(page.getByLabel('Location')).toHaveValue('Business Bay');
  await expect(page.getByText('No changes')).toBeVisible();
  await page.reload();
  await expect(amenities.getByRole('textbox')).toHaveValue('Gym');
});

test("'coordinates numeric (parsed as decimals; invalid becomes 0)'", async ({ page, records }) => {
  const project = await records.project();
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  const [latitude, longitude] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')];
  await latitude.fill('25.0805');
  await longitude.fill('east of the creek');
  await page.getByLabel('Location').focus();
  await expect(longitude).toHaveValue('0');
  await expect(latitude).toHaveValue('25.0805');
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Project updated successfully');
  await page.reload();
  await expect(latitude).toHaveValue('25.0805');
  await expect(longitude).toHaveValue('0');
  // Submitted without leaving the field first, it is the same.
  await latitude.fill('-12.');
  await longitude.fill('55,14');
  await longitude.press('Enter');
  await expect(page.getByText('No changes')).toBeVisible();
  await expect(latitude).toHaveValue('-12');
  await expect(longitude).toHaveValue('55.14');
});

test.describe('what fails', () => {
  test.use({ refusals: [404, 500] });

  test("'If there is no project: 'Project not found' and 'The project you're looking for doesn't exist.' with a Back to Projects button.'", async ({
    page,
  }) => {
    await signIn(page, 'admin', `${PROJECTS}/0123456789abcdef01234567`);
    await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
    await expect(page.getByText("The project you're looking for doesn't exist.")).toBeVisible();
    await axe(page);
    await page.getByRole('link', { name: 'Back to Projects' }).click();
    await expect(results(page)).toBeVisible();
  });

  test("'A failed load shows a toast 'Failed to fetch project' and returns to the projects list.'", async ({
    page,
    records,
  }) => {
    const project = await records.project();
    await failResponses(page, `${API}/${project.id}`);
    await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
    await expect(notice(page)).toContainText('Failed to fetch project');
    await expect(page).toHaveURL(`${LIST}?page=1&limit=20&sortDirection=asc`);
    await expect(results(page)).toBeVisible();
  });

  test("'otherwise fallbacks: … 'Failed to update project'', 'Failed to delete project'", async ({ page, records }) => {
    const project = await records.project();
    await failResponses(page, `${API}/${project.id}`, 'PATCH');
    await failResponses(page, `${API}/${project.id}`, 'DELETE');
    await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
    await page.getByLabel('Location').fill('Business Bay');
    await button(page, 'Save Changes').click();
    await expect(notice(page)).toContainText('Failed to update project');
    await page.reload();
    await page.goto(`${PROJECTS}/${project.id}/show`);
    await button(page, 'Delete').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await expect(page.getByText('Failed to delete project')).toBeVisible();
  });
});
