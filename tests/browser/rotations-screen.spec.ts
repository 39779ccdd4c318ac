// Weekly rotations, as specified: projects can be added and removed wherever a rotation is shown.
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { failResponses, delayResponses } from './server-faults';
import { unique, type Project, type Records, type Row } from './records';
import { button, choose, fact, find, notice, rowOf } from './screen';

const LIST = '/backoffice/projects/rotations';
const API = '**/api/backoffice/projects/weekly-rotations';

interface CreatedRotation {
  rotation: Row;
  name: string;
  projects: Project[];
}

/** A new rotation with this number of projects, and one more project. */
async function createRotation(records: Records, count: number): Promise<CreatedRotation> {
  const { items } = await records.list('projects', { limit: count + 1, sort: 'name:asc' });
  const projects = items as Project[];
  const name = unique('Look');
  const projectIds = projects.slice(0, count).map(({ id }) => id);
  return { rotation: await records.create('projects/weekly-rotations', { name, projectIds }), name, projects };
}

const listed = ({ name }: CreatedRotation): string => `${LIST}?search=${encodeURIComponent(name)}`;
const adding = (page: Page): Locator => page.getByRole('dialog', { name: 'Add Projects' });
const removing = (page: Page): Locator => page.getByRole('dialog', { name: 'Remove Project' });

test("'POST /projects/weekly-rotations/{id}/add: projectIds' from the list", async ({ page, records }) => {
  const it = await createRotation(records, 1);
  const [first, second] = it.projects as [Project, Project];
  await signIn(page, 'admin', listed(it));
  await choose(page, it.name, 'Add Projects');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(adding(page)).toHaveAccessibleDescription(`${it.name} has 1 of 10 projects.`);
  await axe(page);
  await button(adding(page), 'Add Projects').click();
  await expect(adding(page).getByText('At least one project is required')).toBeVisible();

  const release = await delayResponses(page, `${API}/*/add`, 'POST');
  await find(page, 'Projects', second.name);
  // The picker is closed, so what it covered can be pressed.
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await button(adding(page), 'Add Projects').click();
  await expect(button(adding(page), 'Adding...')).toBeVisible();
  release();
  await expect(notice(page)).toContainText('Projects added to rotation');
  await expect(adding(page)).toBeHidden();
  await expect(rowOf(page, it.name)).toContainText(first.name);
  await expect(rowOf(page, it.name)).toContainText(second.name);
});

test("'POST /projects/weekly-rotations/{id}/remove: projectId' from the rotation's page", async ({ page, records }) => {
  const it = await createRotation(records, 2);
  const [first, second] = it.projects as [Project, Project];
  await signIn(page, 'admin', `/backoffice/rotations/${it.rotation.id}/show`);
  await expect(fact(page, 'Projects').getByRole('link')).toHaveText([first.name, second.name]);
  await button(page, 'Remove Project').click();
  const choice = removing(page).getByLabel('Project', { exact: true });
  await expect(choice.getByRole('option')).toHaveText(['Choose…', first.name, second.name]);
  await axe(page);
  await button(removing(page), 'Remove Project').click();
  await expect(choice).toHaveAccessibleDescription('Project is required');
  await choice.selectOption({ label: first.name });
  await button(removing(page), 'Remove Project').click();
  await expect(notice(page)).toContainText('Project removed from rotation');
  await expect(removing(page)).toBeHidden();
  await expect(fact(page, 'Projects').getByRole('link')).toHaveText([second.name]);
});

test("'Weekly selection: at most 10 projectIds.'", async ({ page, records }) => {
  const full = await createRotation(records, 10);
  await signIn(page, 'admin', listed(full));
  await button(page, `Actions for ${full.name}`).click();
  await expect(page.getByRole('menuitem', { name: 'Remove Project' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Add Projects' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Filled up meanwhile by another user: the server reports it at the field.
  const nearly = await createRotation(records, 9);
  await page.goto(listed(nearly));
  await choose(page, nearly.name, 'Add Projects');
  await records.change('projects/weekly-rotations', nearly.rotation.id, {
    projectIds: full.projects.slice(1).map(({ id }) => id),
  });
  await find(page, 'Projects', full.projects[0]?.name ?? '');
  await expect(adding(page).getByText('At most 1. Remove one to choose another.')).toBeVisible();
});

test('the picker of the form closes before Save, which then saves at the first press', async ({ page, records }) => {
  const it = await createRotation(records, 1);
  const second = it.projects[1] as Project;
  await signIn(page, 'admin', `/backoffice/rotations/${it.rotation.id}`);
  await find(page, 'Projects', second.name);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Weekly rotation updated successfully');
});

test.describe('what fails', () => {
  test.use({ refusals: [422, 500] });

  test("'Failed to remove project from rotation, Failed to create weekly rotation, Failed to add projects to rotations'", async ({
    page,
    records,
  }) => {
    const it = await createRotation(records, 1);
    const [first, second] = it.projects as [Project, Project];
    await failResponses(page, API, 'POST');
    await failResponses(page, `${API}/*/*`, 'POST');
    await signIn(page, 'admin', listed(it));
    await choose(page, it.name, 'Add Projects');
    await find(page, 'Projects', second.name);
    await button(adding(page), 'Add Projects').click();
    await expect(page.getByText('Failed to add projects to rotations')).toBeVisible();
    await button(adding(page), 'Cancel').click();

    await choose(page, it.name, 'Remove Project');
    await removing(page).getByLabel('Project', { exact: true }).selectOption({ label: first.name });
    await button(removing(page), 'Remove Project').click();
    await expect(page.getByText('Failed to remove project from rotation')).toBeVisible();
    await button(removing(page), 'Cancel').click();

    await page.getByRole('link', { name: 'Create Weekly rotation' }).click();
    await page.getByLabel('Name').fill(unique('Look'));
    await button(page, 'Create Weekly rotation').click();
    await expect(page.getByText('Failed to create weekly rotation')).toBeVisible();
  });

  test('there is an error loading weekly rotations', async ({ page }) => {
    await failResponses(page, `${API}?*`);
    await signIn(page, 'admin', LIST);
    await expect(page.getByRole('heading', { name: 'There was an error loading weekly rotations.' })).toBeVisible();
  });
});
