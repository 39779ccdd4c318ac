// Titles of records and links between them: titles of several fields, the picker, groups of fields, and related lists.
import { axe, expect, signIn, test } from './fixtures';
import { unique, type Project, type Records, type Row } from './records';
import { button, fact, find, notice, results, rowOf, search } from './screen';

const UNITS = '/backoffice/units';
const INSPECTIONS = '/backoffice/inspections';

function unitOf(records: Records, project: Project, unitNumber: string): Promise<Row> {
  const { _id: developerId } = project.developer;
  return records.create('units', {
    unitNumber,
    projectId: project.id,
    developerId,
    totalAreaInSqFt: 900,
    purchasePriceInAED: 1_000_000,
    yearlyRentInAED: 80_000,
    serviceChargesPerSqFt: 12.5,
  });
}

test('units of one number are distinguished by their project, in the list, in its menus and on their pages', async ({
  page,
  records,
}) => {
  const [one, other] = [await records.project(), await records.project()];
  const number = unique('N');
  for (const project of [one, other]) await unitOf(records, project, number);
  await signIn(page, 'admin', UNITS);
  await search(page).fill(number);
  const title = `${number} · ${one.name}`;
  await expect(rowOf(page, title)).toContainText(one.name);
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveText(number);
  await expect(button(page, `Actions for ${number} · ${other.name}`)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Select ${title}` })).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText(title);
  await expect(page).toHaveTitle(new RegExp(title));
});

test('a record is found by words of its title, with a second line that distinguishes it', async ({ page, records }) => {
  const project = await records.project();
  const number = unique('N');
  await unitOf(records, project, number);
  await signIn(page, 'admin', '/backoffice/estimations');
  await button(page, 'Filters').click();
  const builder = page.getByRole('dialog', { name: 'Filter estimates' });
  await builder.getByLabel('Field').selectOption('Unit');
  const box = builder.getByRole('combobox', { name: 'Value' });
  await box.fill(`${project.name.split(' ').at(-1)} ${number.split(' ').at(-1)}`);
  const option = page.getByRole('option').filter({ hasText: `${number} · ${project.name}` });
  await expect(option).toContainText(project.developer.name);
  await expect(option.locator('mark')).toHaveText([
    number.split(' ').at(-1) ?? '',
    project.name.split(' ').at(-1) ?? '',
  ]);
  await axe(page);
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(box).toHaveValue(`${number} · ${project.name}`);
  await button(builder, 'Apply filters').click();
  await expect(page.getByText(`Unit is ${number} · ${project.name}`)).toBeVisible();
});

test('a project that is not there yet is made over the form of a unit, which stays as it was', async ({
  page,
  records,
}) => {
  const { developer } = await records.project();
  const name = unique('Tower');
  await signIn(page, 'admin', `${UNITS}/create`);
  await page.getByLabel('Unit number').fill('A-7');
  const box = page.getByRole('combobox', { name: 'Project' });
  await box.fill(name);
  await page.getByRole('option', { name: `Create project “${name}”` }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  await expect(dialog.getByLabel('Project name')).toHaveValue(name);
  await expect(dialog.getByLabel('Project name')).toBeFocused();
  await axe(page);
  await button(dialog, 'Create Project').click();
  await expect(dialog.getByLabel('Location')).toHaveAccessibleDescription('Location is required');
  await dialog.getByLabel('Location').fill('Dubai Marina');
  await find(page, 'Developer', developer.name);
  await button(dialog, 'Create Project').click();
  await expect(notice(page)).toContainText('Project created successfully');
  await expect(dialog).toBeHidden();
  await expect(box).toHaveValue(name);
  await expect(page.getByLabel('Unit number')).toHaveValue('A-7');
  const link = page.getByRole('link', { name: `Open ${name} in a new tab` });
  records.deletesAfter('projects', (await link.getAttribute('href'))?.split('/')[3] ?? '');
  await expect(link).toHaveAttribute('target', '_blank');
  // Avoids the question about unsaved changes.
  await button(page, 'Cancel').click();
  await button(page.getByRole('dialog', { name: 'Leave without saving?' }), 'Leave').click();
});

test('the units of a project are listed with it: counted, sorted, paged, and one more is created for it', async ({
  page,
  records,
}) => {
  const project = await records.project();
  for (const number of ['201', '101', '301']) await unitOf(records, project, number);
  await signIn(page, 'admin', `/backoffice/projects/${project.id}/show`);
  const views = page.getByRole('navigation', { name: `Views of ${project.name}` });
  await expect(views.getByRole('link', { name: 'Units 3' })).toBeVisible();
  await views.getByRole('link', { name: /^Units/ }).click();
  await expect(page).toHaveURL(`/backoffice/projects/${project.id}/related/units`);
  const cells = page.getByRole('region', { name: 'Units' }).getByRole('row').locator('td:first-child');
  await expect(cells).toHaveText(['101', '201', '301']);
  // All of them belong to this project.
  await expect(page.getByRole('columnheader', { name: 'Project' })).toHaveCount(0);
  await axe(page);
  await page.getByRole('columnheader', { name: 'Unit number' }).getByRole('button').click();
  await expect(page).toHaveURL(/related\/units\?.*sortDirection=desc/);
  await expect(cells).toHaveText(['301', '201', '101']);
  await page.reload();
  await expect(cells).toHaveText(['301', '201', '101']);

  await page.getByRole('link', { name: 'Create Unit' }).click();
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue(project.name);
  await page.goBack();
  await page.getByRole('link', { name: 'Open in list' }).click();
  await expect(page.getByText(`Project is ${project.name}`)).toBeVisible();
  await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible();
});

test('groups of the document are cards, in a form and on the page of a record', async ({ page, records }) => {
  const project = await records.project();
  const cards = ['Basic Information', 'Coordinates', 'Project Details', 'Amenities'];
  await signIn(page, 'admin', `/backoffice/projects/${project.id}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(cards);
  const boxOf = (label: string) => page.getByLabel(label).boundingBox();
  const [name, location] = [await boxOf('Project name'), await boxOf('Location')];
  const developer = await page.getByRole('combobox', { name: 'Developer' }).boundingBox();
  // Two short fields share a line where there is room.
  expect(Math.abs((name?.y ?? 0) - (developer?.y ?? 100))).toBeLessThan(8);
  expect(location?.y).toBeGreaterThan((name?.y ?? 0) + 8);
  await axe(page);
  await page.goto(`/backoffice/projects/${project.id}/show`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(cards);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/backoffice/projects/${project.id}`);
  expect((await page.getByRole('combobox', { name: 'Developer' }).boundingBox())?.y).toBeGreaterThan(
    (await boxOf('Project name'))?.y ?? 0,
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await axe(page);
});

test('a resource that no front end knows has its title, groups and widgets', async ({ page, records }) => {
  const company = await records.create('companies', { name: unique('Company') });
  const subject = unique('Lift');
  await signIn(page, 'admin', `${INSPECTIONS}/create`);
  await page.getByLabel('Subject').fill(subject);
  await find(page, 'Company', String(company['name']));
  await page.getByLabel('Score').fill('40');
  await page.getByRole('radiogroup', { name: 'Urgency' }).getByRole('radio', { name: 'High' }).check();
  await page.getByRole('switch', { name: 'Follow-up' }).check();
  await page.getByRole('slider', { name: 'Wear' }).fill('7');
  await page.getByLabel('Mark').fill('#0d5c59');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(['Finding', 'Afterwards']);
  await axe(page);
  await button(page, 'Create Inspection').click();
  await expect(notice(page)).toContainText('Inspection created successfully');
  const title = `${subject} · ${String(company['name'])}`;
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  records.deletesAfter('inspections', new URL(page.url()).pathname.split('/')[3] ?? '');
  await expect(fact(page, 'Urgency')).toHaveText('High');
  await expect(fact(page, 'Follow-up')).toHaveText('Yes');
  await expect(fact(page, 'Wear')).toHaveText('7');
  await expect(fact(page, 'Mark')).toHaveText('#0d5c59');
  await axe(page);
});

test.describe('records that others refer to', () => {
  test.use({ refusals: [409] });

  test('are not deleted together, and the dialog leads to what refers to them', async ({ page, records }) => {
    const name = unique('Holding').replace(' ', '');
    for (const one of ['A', 'B']) {
      const developer = await records.create('developers', { name: `${name} ${one}` });
      const fields = { name: unique('Project'), location: 'Deira', developer: { _id: developer.id } };
      await records.create('projects', fields);
    }
    await records.create('developers', { name: `${name} C` });
    await signIn(page, 'admin', `/backoffice/developers?search=${name}`);
    await expect(results(page)).toHaveText('Showing 1 to 3 of 3 results');
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button(page.getByRole('toolbar', { name: 'Selected rows' }), 'Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete 3 developers?' });
    await button(dialog, 'Delete 3 developers').click();
    await expect(dialog.getByRole('alert')).toContainText('cannot be deleted: it is still referred to by 1 project');
    const link = dialog.getByRole('link', { name: 'Show 2 projects', exact: true });
    await expect(link).toBeVisible();
    await axe(page);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
    await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');
  });
});
