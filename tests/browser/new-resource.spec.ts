// A resource that no front end knows: `inspections` is defined only in a module of the server under test (desk.rs). The
// back-office generates all of its screens from the document.
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { fact, navigation, notice } from './screen';

const INSPECTIONS = '/backoffice/inspections';

test('it is in the navigation with its number, and on the overview with what it is', async ({ page, records }) => {
  await records.create('inspections', { subject: unique('Roof'), score: 70 });
  const { total } = await records.list('inspections', { limit: 1 });
  await signIn(page, 'admin', '/backoffice');
  await expect(navigation(page).getByRole('link', { name: 'Inspections' })).toContainText(String(total));
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Inspections', exact: true }) });
  await expect(card).toContainText('Visits to buildings, and what was found.');
  await card.getByRole('link', { name: 'Inspections' }).click();
  await expect(page).toHaveURL(`${INSPECTIONS}?page=1&limit=20&sortDirection=asc`);
});

test('its list has the columns that it names: the unit in the header, dates and booleans as text', async ({
  page,
  records,
}) => {
  const subject = unique('Lobby');
  await records.create('inspections', { subject, inspectedOn: '2026-03-09', score: 64, passed: true });
  const other = unique('Garage');
  await records.create('inspections', { subject: other, score: 12 });
  await signIn(page, 'admin', INSPECTIONS);
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Subject',
    'Inspected on',
    'Score points',
    'Passed',
    'Actions',
  ]);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: subject }) });
  await expect(row.getByRole('cell')).toHaveText(['', subject, '9 Mar 2026', '64', 'Yes', '']);
  const bare = page.getByRole('row').filter({ has: page.getByRole('link', { name: other }) });
  await expect(bare.getByRole('cell')).toHaveText(['', other, /Not set/, '12', 'No', '']);
  await axe(page);

  await page.getByRole('button', { name: /^Score/ }).click();
  await expect(page).toHaveURL(`${INSPECTIONS}?page=1&limit=20&sortBy=score&sortDirection=asc`);
  await expect(page.getByRole('columnheader', { name: /^Score/ })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: /^Score/ }).click();
  await expect(page.getByRole('columnheader', { name: /^Score/ })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('searchbox', { name: 'Search...' }).fill(subject);
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible();
});

test('it is created with its own sentences, looked at, changed and deleted', async ({ page, records }) => {
  const subject = unique('Stairwell');
  await signIn(page, 'admin', INSPECTIONS);
  await page.getByRole('link', { name: 'Create Inspection' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create Inspection' })).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('What was looked at.');
  await axe(page);

  await page.getByLabel('Score').fill('101');
  await page.getByRole('button', { name: 'Create Inspection' }).click();
  await expect(page.getByLabel('Subject')).toBeFocused();
  await expect(page.getByLabel('Score')).toHaveAccessibleDescription('Score must be at most 100');
  await page.getByLabel('Subject').fill('  ');
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Say what was inspected');
  await axe(page);

  await page.getByLabel('Subject').fill(`  ${subject} `);
  await page.getByLabel('Score').fill('88');
  await page.getByLabel('Inspected on').fill('2026-02-28');
  await page.getByRole('checkbox', { name: 'Passed' }).check();
  await page.getByRole('button', { name: 'Create Inspection' }).click();
  await expect(notice(page)).toContainText('Inspection created successfully');
  await expect(page.getByRole('heading', { level: 1, name: subject, exact: true })).toBeVisible();
  records.deletesAfter('inspections', new URL(page.url()).pathname.split('/')[3] ?? '');
  await expect(fact(page, 'Inspected on')).toHaveText('28 Feb 2026');
  await expect(fact(page, 'Score')).toHaveText('88 points');
  await expect(fact(page, 'Passed')).toHaveText('Yes');
  await axe(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Inspected on').fill('');
  await page.getByRole('checkbox', { name: 'Passed' }).uncheck();
  await expect(page.getByText('Unsaved changes: Inspected on, Passed')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(notice(page)).toContainText('Inspection updated successfully');
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: subject }).click();
  await expect(fact(page, 'Inspected on')).toHaveText(/Not set/);
  await expect(fact(page, 'Passed')).toHaveText('No');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this inspection?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(notice(page)).toContainText('Inspection deleted successfully');
  await expect(page.getByRole('heading', { level: 1, name: 'Inspections' })).toBeVisible();
  await expect(page.getByRole('link', { name: subject })).toHaveCount(0);
});

test('an analyst may read it, and finds it in the back-office with nothing to change', async ({ page, records }) => {
  const subject = unique('Basement');
  const { id } = await records.create('inspections', { subject, score: 50 });
  await signIn(page, 'analyst', INSPECTIONS);
  await expect(page.getByRole('heading', { level: 1, name: 'Inspections' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Inspections' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Units' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create Inspection' })).toHaveCount(0);
  await page.goto(`${INSPECTIONS}/${id}/show`);
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.goto('/backoffice/units');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('its screens fit', async ({ page, records }) => {
    const { id } = await records.create('inspections', {
      subject: unique('Façade with a long name that needs two lines'),
      score: 5,
    });
    await signIn(page, 'admin', INSPECTIONS);
    for (const address of [INSPECTIONS, `${INSPECTIONS}/create`, `${INSPECTIONS}/${id}`, `${INSPECTIONS}/${id}/show`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390);
    }
  });
});
