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
  // The picker stays, and covers nothing.
  await expect(page.getByRole('listbox')).toBeVisible();
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
  await expect(adding(page).getByText('At most 1. Remove one to choose another.').first()).toBeVisible();
});

test('the picker of the form stays, says what is known of each project, and Save saves at the first press', async ({
  page,
  records,
}) => {
  const it = await createRotation(records, 1);
  const [first, second] = it.projects as [Project, Project];
  await records.change('projects/weekly-rotations', it.rotation.id, { weekStart: monday(30) });
  await signIn(page, 'admin', `/backoffice/rotations/${it.rotation.id}`);
  await page.getByRole('combobox', { name: 'Projects' }).click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.filter({ hasText: second.name })).toContainText(
    /\d+ of \d+ units covered\. (Last|Never) in a rotation/,
  );
  await axe(page);
  await options.filter({ hasText: second.name }).click();
  await options.first().click();
  await expect(page.getByText('3 of 10 chosen')).toBeVisible();
  for (let chosen = 3; chosen > 0; chosen -= 1)
    await page.getByRole('combobox', { name: 'Projects' }).press('Backspace');
  await expect(page.getByText('0 of 10 chosen')).toBeVisible();
  await page.getByRole('combobox', { name: 'Projects' }).fill(first.name);
  await expect(options.filter({ hasText: first.name }).first()).toContainText('Last in a rotation in the week of');
  await find(page, 'Projects', second.name);
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Weekly rotation updated successfully');
});

/** The Monday so many weeks from now, in Dubai. */
function monday(weeks: number): string {
  const day = new Date(Date.now() + 4 * 3_600_000 + weeks * 7 * 86_400_000);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}

const week = (page: Page): Locator => page.getByLabel('Week start');

test('a week is a Monday, and the next free one is proposed', async ({ page, records }) => {
  const taken = await records.create('projects/weekly-rotations', { name: unique('Taken'), weekStart: monday(1) });
  await signIn(page, 'admin', '/backoffice/rotations/create');
  await expect(week(page)).toHaveValue(monday(2));
  const offered = await week(page)
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value).filter(Boolean));
  expect(offered.length).toBeGreaterThan(20);
  for (const day of offered) expect(new Date(`${day}T00:00:00Z`).getUTCDay(), day).toBe(1);
  const other = week(page).locator(`option[value="${monday(1)}"]`);
  await expect(other).toContainText(`taken by \u2068${String(taken['name'])}\u2069`);
  await expect(other).toBeDisabled();
  await axe(page);
});

test('next week is planned from the last one, in a few clicks', async ({ page, records }) => {
  const last = await createRotation(records, 10);
  await signIn(page, 'admin', listed(last));
  await expect(rowOf(page, last.name)).toBeVisible();
  const clicks = await counting(page);
  await choose(page, last.name, 'Plan Next Week');
  const dialog = page.getByRole('dialog', { name: 'Plan Next Week' });
  await expect(dialog.getByLabel('Week start')).toHaveValue(monday(1));
  await expect(dialog.getByText('At most 10. Remove one to choose another.')).toBeVisible();
  await axe(page);
  await button(dialog, 'Create Weekly rotation').click();
  await expect(page).toHaveURL(/\/backoffice\/rotations\/[0-9a-f]{24}\/show$/);
  const id = /rotations\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? '';
  records.deletesAfter('projects/weekly-rotations', id);
  await expect(fact(page, 'Projects').getByRole('link')).toHaveText(last.projects.slice(0, 10).map(({ name }) => name));
  expect(await clicks()).toBe(3);
});

test('ten projects for next week are chosen in their list', async ({ page, records }) => {
  await signIn(page, 'admin', '/backoffice/projects/projects');
  await expect(page.getByRole('row').nth(11)).toBeVisible();
  const clicks = await counting(page);
  const boxes = page.getByRole('row').getByRole('checkbox');
  for (let row = 1; row <= 10; row += 1) await boxes.nth(row).click();
  await button(page, 'Add to Rotation').click();
  const dialog = page.getByRole('dialog', { name: 'Add to Rotation' });
  await expect(dialog.getByRole('radio', { name: /^A new rotation/ })).toBeChecked();
  await axe(page);
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  await button(dialog, 'Add to Rotation').click();
  await expect(notice(page)).toContainText('Projects added to rotation');
  const {
    _id: id,
    weekStart,
    projects,
  } = (await (await created).json()) as { _id: string; weekStart: string; projects: unknown[] };
  records.deletesAfter('projects/weekly-rotations', id);
  expect([weekStart, projects.length]).toEqual([monday(1), 10]);
  expect(await clicks()).toBe(12);
});

test('what has no room for a project says so before it is asked', async ({ page, records }) => {
  const full = await createRotation(records, 10);
  const free = await createRotation(records, 1);
  const other = full.projects[10] as Project;
  await signIn(page, 'admin', `/backoffice/projects/projects?search=${encodeURIComponent(other.name)}`);
  await choose(page, other.name, 'Add to Rotation');
  const dialog = page.getByRole('dialog', { name: 'Add to Rotation' });
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${full.name}`) })).toBeDisabled();
  await expect(dialog.locator('label').filter({ hasText: full.name })).toContainText('too few places left');
  await dialog.getByRole('radio', { name: new RegExp(`^${free.name}`) }).check();
  await button(dialog, 'Add to Rotation').click();
  await expect(notice(page)).toContainText('Projects added to rotation');
  // It is there now, which its page says.
  await page.goto(`/backoffice/projects/${other.id}/show`);
  await button(page, 'Add to Rotation').click();
  await expect(dialog.locator('label').filter({ hasText: free.name })).toContainText('has them already');

  await page.goto('/backoffice/projects/projects');
  await page.getByRole('columnheader').getByRole('checkbox').click();
  await button(page, 'Add to Rotation').click();
  await expect(dialog).toHaveAccessibleDescription(/at most 10 projects, and 20 are selected/);
  await expect(button(dialog, 'Add to Rotation')).toHaveAttribute('aria-disabled', 'true');
});

/** Counts clicks and keys from now on. */
async function counting(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as unknown as { steps: number };
    counted.steps = 0;
    for (const kind of ['click', 'keydown']) {
      addEventListener(kind, (event) => event.isTrusted && (counted.steps += 1), { capture: true });
    }
  });
  return () => page.evaluate(() => (globalThis as unknown as { steps: number }).steps);
}

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
