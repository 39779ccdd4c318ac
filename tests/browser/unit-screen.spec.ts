// The screen of a unit, as specified.
import { axe, expect, signIn, test } from './fixtures';
import { failResponses, delayResponses } from './server-faults';
import { unique, type Project, type Records, type Row } from './records';
import { button, notice, results } from './screen';

const UNITS = '/backoffice/units';
const API = '**/api/backoffice/units';
const FIRST_PAGE = `${UNITS}?page=1&limit=20&sortDirection=asc`;

/** A new unit with its project and developer. */
async function createUnit(records: Records): Promise<{ unit: Row; project: Project; unitNumber: string }> {
  const project = await records.project();
  const unitNumber = unique('A');
  const unit = await records.unit(project, { unitNumber, amenities: ['Balcony'] });
  return { unit, project, unitNumber };
}

test("'Header 'Unit {unitNumber} Details', then project name and developer name, hint 'Edit unit information and specifications'.'", async ({
  page,
  records,
}) => {
  const { unit, project, unitNumber } = await createUnit(records);
  await signIn(page, 'admin', `${UNITS}/${unit.id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Unit ${unitNumber} Details` })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(`${project.name} by ${project.developer.name}`)).toBeVisible();
  await expect(main.getByText('Edit unit information and specifications')).toBeVisible();
  await axe(page);
});

test("'Loading text 'Loading unit...'.'", async ({ page, records }) => {
  const { unit, unitNumber } = await createUnit(records);
  const release = await delayResponses(page, `${API}/${unit.id}`);
  await signIn(page, 'admin', `${UNITS}/${unit.id}`);
  await expect(page.getByText('Loading unit...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: `Unit ${unitNumber} Details` })).toBeVisible();
  await expect(page.getByText('Loading unit...')).toHaveCount(0);
});

test("'Form fields: unit number (placeholder A-101), status select, … service charges per sq ft (AED, step 0.01)'", async ({
  page,
  records,
}) => {
  const { unit, unitNumber } = await createUnit(records);
  await signIn(page, 'admin', `${UNITS}/${unit.id}`);
  await expect(page.getByLabel('Unit number')).toHaveValue(unitNumber);
  await expect(page.getByLabel('Unit number')).toHaveAttribute('placeholder', 'A-101');
  await expect(page.getByLabel('Status').getByRole('option')).toHaveText(['Available', 'Sold', 'Rented', 'Reserved']);
  await expect(page.getByLabel('Status').locator('option:checked')).toHaveText('Available');
  for (const field of ['Project', 'Developer']) {
    await expect(page.getByRole('combobox', { name: field, exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('View', { exact: true })).toHaveAttribute('placeholder', 'Sea view, City view');
  for (const field of ['Bedrooms', 'Total area', 'Balcony area', 'Purchase price', 'Yearly rent', 'Service charges']) {
    const input = page.getByRole('textbox', { name: field });
    await expect(input).toHaveAttribute('min', '0');
  }
  await expect(page.getByRole('textbox', { name: 'Service charges' })).toHaveAttribute('step', '0.01');
});

test("'amenities list with add and remove per row. … Buttons Cancel and Save Changes ('Saving...' while busy).'", async ({
  page,
  records,
}) => {
  const { unit } = await createUnit(records);
  await signIn(page, 'admin', `${UNITS}/${unit.id}`);
  const amenities = page.getByRole('group', { name: 'Amenities' });
  await button(amenities, 'Add Amenity').click();
  await expect(amenities.getByRole('textbox').last()).toBeFocused();
  await page.keyboard.type('Maids room');
  await button(amenities, 'Remove entry 1').click();
  await expect(amenities.getByRole('textbox')).toHaveCount(1);
  await expect(button(page, 'Cancel')).toBeVisible();
  const release = await delayResponses(page, `${API}/${unit.id}`, 'PATCH');
  await button(page, 'Save Changes').click();
  await expect(button(page, 'Saving...')).toBeVisible();
  release();
  await expect(notice(page)).toContainText('Unit updated successfully');
  await page.reload();
  await expect(amenities.getByRole('textbox')).toHaveValue('Maids room');
});

for (const [field, address, text] of [
  ['Project', /\/api\/backoffice\/projects\?/, 'Loading projects...'],
  ['Developer', /\/api\/backoffice\/developers\?/, 'Loading developers...'],
] as const) {
  test(`'Dropdowns show 'Loading projects...' or 'Loading developers...' while loading': ${field}`, async ({
    page,
    records,
  }) => {
    const { unit } = await createUnit(records);
    const queries: URLSearchParams[] = [];
    page.on('request', (request) => {
      if (address.test(request.url())) queries.push(new URL(request.url()).searchParams);
    });
    const release = await delayResponses(page, address);
    await signIn(page, 'admin', `${UNITS}/${unit.id}`);
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(text)).toBeVisible();
    await page.goto(`${UNITS}/create`);
    const empty = page.getByRole('combobox', { name: field, exact: true });
    await expect(empty).toHaveAttribute('placeholder', text);
    // The form asks for the first hundred by itself.
    expect(queries.map((query) => [query.get('page'), query.get('limit'), query.get('search')])).toContainEqual([
      '1',
      '100',
      null,
    ]);
    await empty.click();
    await page.keyboard.press('ArrowDown');
    release();
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  });
}

test.describe('what fails', () => {
  test.use({ refusals: [404, 500] });

  test("'A failed load shows a toast 'Failed to fetch unit' and returns to the units list (page 1, limit 20, ascending).'", async ({
    page,
    records,
  }) => {
    // A unit that never existed.
    await signIn(page, 'admin', `${UNITS}?page=2&limit=10&sortDirection=desc`);
    await expect(results(page)).toBeVisible();
    await page.goto(`${UNITS}/0123456789abcdef01234567`);
    await expect(notice(page)).toContainText('Failed to fetch unit');
    await expect(page).toHaveURL(FIRST_PAGE);
    await expect(results(page)).toBeVisible();

    // A unit that the server fails to return.
    const { unit } = await createUnit(records);
    await failResponses(page, `${API}/${unit.id}`);
    for (const address of [`${UNITS}/${unit.id}`, `${UNITS}/${unit.id}/show`]) {
      await page.goto(address);
      await expect(notice(page)).toContainText('Failed to fetch unit');
      await expect(page).toHaveURL(FIRST_PAGE);
    }
  });

  test("'otherwise fallbacks: … 'Failed to update unit. Please try again.''", async ({ page, records }) => {
    const { unit } = await createUnit(records);
    await signIn(page, 'admin', `${UNITS}/${unit.id}`);
    await failResponses(page, `${API}/${unit.id}`, 'PATCH');
    await page.getByLabel('Unit number').fill('B-1');
    await button(page, 'Save Changes').click();
    await expect(notice(page)).toContainText('Failed to update unit. Please try again.');
    await expect(page.getByLabel('Unit number')).toHaveValue('B-1');

    await failResponses(page, `${API}/${unit.id}`, 'PATCH', 'The desk is closed today');
    await button(page, 'Save Changes').click();
    await expect(notice(page)).toContainText('The desk is closed today');
  });

  test("'Failed to delete unit' and 'Failed to fetch units' are shown where the server gives no reason", async ({
    page,
    records,
  }) => {
    const { unit } = await createUnit(records);
    await signIn(page, 'admin', `${UNITS}/${unit.id}/show`);
    await failResponses(page, `${API}/${unit.id}`, 'DELETE');
    await button(page, 'Delete').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await expect(page.getByText('Failed to delete unit')).toBeVisible();
    await failResponses(page, `${API}?*`);
    await page.goto(UNITS);
    await expect(page.getByRole('heading', { name: 'There was an error loading units.' })).toBeVisible();
  });
});
