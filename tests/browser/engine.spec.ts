// What every resource has by default, on one that no front end knows: filters and saved filters, bulk changes, history
// and restoring. Import and export: engine-tables.
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { contains, filtered, INSPECTIONS } from './inspections';
import { unique, type Records } from './records';
import { button, choose, fact, navigation, notice, results, rowOf, search, tabTo } from './screen';

const chips = (page: Page): Locator => page.getByRole('list', { name: 'Applied filters' });
const noResults = (page: Page): Locator => page.getByRole('heading', { name: 'No results found' });

/** Three inspections of one tower: a good one, a bad one, and an old bad one. */
async function tower(records: Records): Promise<string> {
  const name = unique('Tower');
  await records.create('inspections', { subject: `${name} lobby`, score: 90, passed: true, inspectedOn: '2026-03-01' });
  await records.create('inspections', { subject: `${name} roof`, score: 20, inspectedOn: '2026-05-05' });
  await records.create('inspections', { subject: `${name} garage`, score: 20, inspectedOn: '2025-01-01' });
  return name;
}

test('a row that is clicked right after typing in the search opens, however slowly its screen loads', async ({
  page,
  records,
}) => {
  const name = await tower(records);
  await page.clock.install();
  await signIn(page, 'admin', `${INSPECTIONS}?search=${encodeURIComponent(name)}`);
  await expect(rowOf(page, `${name} roof`)).toBeVisible();
  let load = (): void => {};
  const loading = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/view-screen-*.js', async (route) => {
    await loading;
    await route.continue();
  });
  await search(page).fill(`${name} roof`);
  await rowOf(page, `${name} roof`).getByRole('link').first().click();
  // The pause after typing ends before the screen is there.
  await page.clock.fastForward(1000);
  load();
  await expect(page.getByRole('heading', { level: 1, name: `${name} roof` })).toBeVisible();
});

test('a nested filter is built by keyboard, described as text, and stored in the address', async ({
  page,
  records,
}) => {
  const name = await tower(records);
  const keys = page.keyboard;
  await signIn(page, 'admin', INSPECTIONS);
  await expect(results(page)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /^Filters/ }));
  await keys.press('Enter');
  const builder = page.getByRole('dialog', { name: 'Filter inspections' });
  await expect(builder.getByLabel('Field')).toBeFocused();
  await keys.type('Subject');
  await keys.press('Tab');
  await keys.type('contains');
  await tabTo(page, builder.getByLabel('Value'));
  await keys.press('Enter');
  await expect(builder.getByLabel('Value')).toHaveAccessibleDescription('Enter a value.');
  await expect(builder.getByLabel('Value')).toBeFocused();
  await keys.type(name);

  await tabTo(page, button(builder, 'Add group'));
  await keys.press('Enter');
  const group = builder.getByRole('group', { name: 'Group of conditions' }).last();
  await expect(group.getByLabel('Match all or any of these')).toHaveValue('OR');
  await expect(group.getByLabel('Field')).toBeFocused();
  await keys.type('Score');
  await keys.press('Tab');
  await keys.type('is at least');
  await tabTo(page, group.getByLabel('Value points'));
  await keys.type('80');
  await tabTo(page, button(group, 'Add condition'));
  await keys.press('Enter');
  const last = group.getByRole('group', { name: 'Condition 2' });
  await expect(last.getByLabel('Field')).toBeFocused();
  await keys.type('Inspected');
  await keys.press('Tab');
  await keys.type('is on or after');
  await tabTo(page, last.getByLabel('Value'));
  await keys.type('5/5/2026');
  await axe(page);
  await keys.press('Enter');

  await expect(builder).toBeHidden();
  const lines = [`Subject contains ${name}`, 'Score is at least 80 points or Inspected on is on or after 5 May 2026'];
  await expect(chips(page).getByRole('listitem')).toHaveText(lines);
  await expect(page.getByRole('row').getByRole('link')).toHaveText([`${name} lobby`, `${name} roof`]);
  await axe(page);
  await page.reload();
  await expect(chips(page).getByRole('listitem')).toHaveText(lines);
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');

  await page.goBack();
  await expect(page).toHaveURL(`${INSPECTIONS}?page=1&limit=20&sortDirection=asc`);
  await expect(chips(page)).toHaveCount(0);
  await expect(button(page, 'Filters')).toBeVisible();
  await page.goForward();
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');

  await button(page, `Remove the filter: ${lines[1]}`).click();
  await expect(results(page)).toHaveText('Showing 1 to 3 of 3 results');
  await search(page).fill('nothing of the kind');
  await expect(noResults(page)).toBeVisible();
  await expect(page.getByText('Try adjusting your filters or search terms.')).toBeVisible();
  await axe(page);
  await button(page, 'Clear search').click();
  await expect(results(page)).toHaveText('Showing 1 to 3 of 3 results');
  await button(page, 'Clear all').click();
  await expect(chips(page)).toHaveCount(0);
});

test('a filter that can no longer be applied shows nothing until the user decides', async ({ page, records }) => {
  const name = await tower(records);
  const inspector = { field: 'inspector', operator: 'equals', value: 'Omar' };
  await signIn(page, 'admin', filtered(contains(name), inspector));
  const blocked = page.getByRole('alert');
  await expect(blocked).toContainText('There is no field “inspector” to filter inspections by.');
  await expect(page.getByRole('row')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(results(page)).toHaveCount(0);
  await expect(button(page, 'Export')).toHaveCount(0);
  await axe(page);
  for (const [condition, message] of [
    [{ field: 'subject', operator: 'resembles', value: name }, 'Subject cannot be compared with “resembles”.'],
    [{ field: 'urgency', operator: 'equals', value: 'panic' }, '“panic” is not a possible value of Urgency.'],
  ] as const) {
    await page.goto(filtered(contains(name), condition));
    await expect(blocked).toContainText(message);
    await expect(page.getByRole('row')).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(button(page, 'Export')).toHaveCount(0);
  }
  await page.goto(filtered(contains(name), inspector));
  await button(blocked, 'Edit the filter').click();
  const builder = page.getByRole('dialog', { name: 'Filter inspections' });
  await expect(builder).toContainText('Choose another field, or remove this condition.');
  await axe(page);
  await button(builder, 'Cancel').click();
  await button(blocked, 'Show without it').click();
  await expect(results(page)).toHaveText('Showing 1 to 3 of 3 results');
  await expect(chips(page).getByRole('listitem')).toHaveText([`Subject contains ${name}`]);
});

test('whether a value is there is a condition without a value, saved and applied again', async ({ page, records }) => {
  const name = unique('Tower');
  await records.create('inspections', { subject: `${name} lobby`, score: 90, inspectedOn: '2026-03-01' });
  await records.create('inspections', { subject: `${name} roof`, score: 20 });
  const rows = page.getByRole('row').getByRole('link');
  await signIn(page, 'admin', filtered(contains(name)));
  await expect(rows).toHaveText([`${name} lobby`, `${name} roof`]);
  await page.getByRole('button', { name: /^Filters/ }).click();
  const builder = page.getByRole('dialog', { name: 'Filter inspections' });
  await button(builder, 'Add condition').click();
  const added = builder.getByRole('group', { name: 'Condition 2' });
  await added.getByLabel('Field').selectOption('Inspected on');
  await expect(added.getByLabel('Value')).toBeVisible();
  await added.getByLabel('Comparison').selectOption('is missing');
  await expect(added.getByLabel('Value')).toHaveCount(0);
  await axe(page);
  await button(builder, 'Apply filters').click();
  const lines = [`Subject contains ${name}`, 'Inspected on is missing'];
  await expect(chips(page).getByRole('listitem')).toHaveText(lines);
  await expect(rows).toHaveText([`${name} roof`]);

  const saved = page.getByRole('dialog', { name: 'Saved filters' });
  await button(page, 'Saved filters').click();
  await button(saved, 'Save current filters…').click();
  await page.getByRole('dialog', { name: 'Save filters' }).getByLabel('Name').fill(`Undated in ${name}`);
  await button(page.getByRole('dialog', { name: 'Save filters' }), 'Save').click();
  await expect(notice(page)).toContainText(`Filters saved as “Undated in ${name}”`);
  await page.goto(INSPECTIONS);
  await expect(results(page)).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
  await button(page, 'Saved filters').click();
  await button(saved, `Undated in ${name}`).click();
  await expect(chips(page).getByRole('listitem')).toHaveText(lines);
  await expect(rows).toHaveText([`${name} roof`]);

  await button(chips(page), `Change the filter: ${lines[1]}`).click();
  await builder.getByLabel('Comparison').last().selectOption('is present');
  await button(builder, 'Apply filters').click();
  await expect(chips(page)).toContainText('Inspected on is present');
  await expect(rows).toHaveText([`${name} lobby`]);
  await button(page, 'Saved filters').click();
  await choose(page, `Undated in ${name}`, 'Delete');
  await button(page.getByRole('dialog', { name: 'Delete this saved filter?' }), 'Delete').click();
  await expect(notice(page)).toContainText(`“Undated in ${name}” deleted`);
});

test('a saved filter is the own default, and shared it is there for the others', async ({ page, visitor, records }) => {
  const name = await tower(records);
  const someone = await records.user(['admin']);
  const saved = page.getByRole('dialog', { name: 'Saved filters' });
  await signIn(page, someone, filtered(contains(name), { field: 'score', operator: 'less_than', value: 50 }));
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');
  await button(page, 'Saved filters').click();
  await expect(saved).toContainText(/Nothing saved yet|Shared with you/);
  await expect(saved.getByRole('region', { name: 'Yours' })).toHaveCount(0);
  await button(saved, 'Save current filters…').click();
  const form = page.getByRole('dialog', { name: 'Save filters' });
  await button(form, 'Save').click();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required');
  await form.getByLabel('Name').fill(`Bad in ${name}`);
  await form.getByLabel('Use as my default for this list').check();
  await axe(page);
  await button(form, 'Save').click();
  await expect(notice(page)).toContainText(`Filters saved as “Bad in ${name}”`);

  await navigation(page).getByRole('link', { name: 'Overview' }).first().click();
  await navigation(page).getByRole('link', { name: 'Inspections' }).click();
  await expect(chips(page).getByRole('listitem')).toHaveText([
    `Subject contains ${name}`,
    'Score is less than 50 points',
  ]);
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');
  await page.goto(INSPECTIONS);
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');

  const others = await visitor();
  const theirs = others.getByRole('dialog', { name: 'Saved filters' });
  await signIn(others, 'admin', INSPECTIONS);
  await button(others, 'Saved filters').click();
  await expect(theirs).toContainText(/Nothing saved yet|Yours|Shared with you/);
  await expect(theirs).not.toContainText(name);
  await others.keyboard.press('Escape');

  await button(page, 'Saved filters').click();
  await choose(page, `Bad in ${name}`, 'Share with all users');
  await expect(page.getByText(`“Bad in ${name}” updated`)).toBeVisible();
  await expect(saved.getByRole('region', { name: 'Yours' })).toContainText(/Default.*Shared/);
  await axe(page);

  await others.reload();
  await expect(chips(others)).toHaveCount(0);
  await button(others, 'Saved filters').click();
  const shared = theirs
    .getByRole('region', { name: 'Shared with you' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(shared).toContainText(`By ${someone.firstName} ${someone.lastName}`);
  await expect(shared.getByRole('button', { name: /^Actions/ })).toHaveCount(0);
  await shared.getByRole('button').click();
  await expect(results(others)).toHaveText('Showing 1 to 2 of 2 results');

  await choose(page, `Bad in ${name}`, 'Delete');
  const confirmation = page.getByRole('dialog', { name: 'Delete this saved filter?' });
  await expect(confirmation).toContainText('will be deleted for every user');
  await axe(page);
  await button(confirmation, 'Delete').click();
  await expect(notice(page)).toContainText(`“Bad in ${name}” deleted`);
});

test('rows are chosen across pages, changed together and deleted together', async ({ page, records }) => {
  const name = unique('Block');
  await Promise.all(
    Array.from({ length: 22 }, (_, at) =>
      records.create('inspections', { subject: `${name} ${String(at + 10)}`, score: 40 }),
    ),
  );
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await signIn(page, 'admin', `${INSPECTIONS}?limit=10&search=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(bar).toContainText('10 of 22 row(s) selected.');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await page.getByRole('checkbox', { name: `Select ${name} 25` }).check();
  await expect(bar).toContainText('11 of 22 row(s) selected.');
  await button(bar, 'Select all 22 that match').click();
  await expect(bar).toContainText('22 of 22 row(s) selected.');
  await page.getByRole('checkbox', { name: `Select ${name} 26` }).uncheck();
  await expect(bar).toContainText('21 of 22 row(s) selected.');
  await axe(page);

  await button(bar, 'Bulk edit').click();
  const edit = page.getByRole('dialog', { name: 'Edit 21 inspections' });
  for (const field of ['Score', 'Passed']) {
    await button(edit, 'Add a field to change').click();
    await edit.getByRole('menuitem', { name: field }).click();
  }
  const score = edit.getByRole('textbox', { name: 'Score' });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await score.fill('101');
  await button(edit, 'Change 21 inspections').click();
  await expect(score).toHaveAccessibleDescription('Score must be at most 100');
  await expect(score).toBeFocused();
  expect(sent).not.toContain('PATCH');
  await axe(page);
  await score.fill('77');
  await edit.getByRole('checkbox', { name: 'Passed' }).check();
  await button(edit, 'Change 21 inspections').click();
  await expect(notice(page)).toContainText('21 inspections updated');
  await expect(rowOf(page, `${name} 25`).getByRole('cell')).toContainText([
    '',
    `${name} 25`,
    /Not set/,
    '77',
    'Yes',
    '',
  ]);
  await expect(rowOf(page, `${name} 26`).getByRole('cell')).toContainText([
    '',
    `${name} 26`,
    /Not set/,
    '40',
    'No',
    '',
  ]);

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button(bar, 'Delete').click();
  const confirmation = page.getByRole('dialog', { name: 'Delete 10 inspections?' });
  await expect(confirmation).toContainText(/and 7 more will be deleted for every user\./);
  await axe(page);
  await button(confirmation, 'Cancel').click();
  await expect(bar).toContainText('10 of 22 row(s) selected.');
  await button(bar, 'Select all 22 that match').click();
  await button(bar, 'Delete').click();
  await button(page.getByRole('dialog'), 'Delete 22 inspections').click();
  await expect(notice(page)).toContainText('22 inspections deleted');
  await expect(noResults(page)).toBeVisible();
});

test.describe('what happened to a record', () => {
  // This test requests a deleted record.
  test.use({ refusals: [404] });

  test('is listed with its differences, and an earlier version can be restored', async ({ page, records }) => {
    const subject = unique('Pool');
    const { id } = await records.create('inspections', { subject, score: 30, inspectedOn: '2026-03-01' });
    await records.change('inspections', id, { score: 65, inspectedOn: '2026-04-02', passed: true });
    await signIn(page, 'admin', `${INSPECTIONS}/${id}/show`);
    await page
      .getByRole('navigation', { name: `Views of ${subject}` })
      .getByRole('link', { name: 'History' })
      .click();
    const versions = page.getByRole('list', { name: 'Versions, the newest first' }).locator('xpath=child::li');
    await expect(versions).toHaveCount(2);
    const [newest, first] = [versions.first(), versions.last()];
    await expect(newest).toContainText('Amal Haddad changed Inspected on, Score, and Passed');
    await expect(newest).toContainText(/Version 2.*Current/);
    await expect(fact(newest, 'Inspected on')).toHaveText(/Before: 1 Mar 2026.*After: 2 Apr 2026/);
    await expect(fact(newest, 'Score')).toHaveText(/Before: 30 points.*After: 65 points/);
    await expect(fact(newest, 'Passed')).toHaveText(/Before: No.*After: Yes/);
    await expect(first).toContainText('Amal Haddad created it');
    await axe(page);

    await button(first, 'Restore this version').click();
    const confirmation = page.getByRole('dialog', { name: 'Restore version 1?' });
    await expect(fact(confirmation, 'Score')).toHaveText(/Before: 65 points.*After: 30 points/);
    await axe(page);
    await button(confirmation, 'Restore').click();
    await expect(notice(page)).toContainText('Version 1 restored');
    await expect(versions).toHaveCount(3);
    await expect(versions.first()).toContainText('Amal Haddad restored version 1');
    await page.getByRole('link', { name: 'Details' }).click();
    // Until then each version has a score.
    await expect(versions).toHaveCount(0);
    await expect(fact(page, 'Score')).toHaveText('30 points');
    await expect(fact(page, 'Inspected on')).toHaveText('1 Mar 2026');
    await expect(fact(page, 'Passed')).toHaveText('No');
  });

  test('can be restored after deletion, immediately or later', async ({ page, records }) => {
    const subject = unique('Gym');
    const { id } = await records.create('inspections', { subject, score: 30, passed: true });
    await signIn(page, 'admin', `${INSPECTIONS}?search=${encodeURIComponent(subject)}`);
    await choose(page, subject, 'Delete');
    await button(page.getByRole('dialog', { name: 'Delete this inspection?' }), 'Delete').click();
    await expect(noResults(page)).toBeVisible();
    await expect(notice(page)).toContainText('Inspection deleted successfully');
    await axe(page);
    await button(notice(page), 'Undo').click();
    await expect(notice(page)).toContainText('Inspection restored');
    await expect(rowOf(page, subject).getByRole('cell')).toContainText(['', subject, /Not set/, '30', 'Yes', '']);

    await records.remove('inspections', id);
    await page.goto(`${INSPECTIONS}/${id}/show`);
    await expect(page.getByText('This inspection was deleted by Amal Haddad')).toBeVisible();
    await axe(page);
    let release = (): void => undefined;
    const known = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/inspections/${id}`, async (route) => {
      await known;
      await route.fallback();
    });
    await button(page, 'Restore').click();
    const confirmation = page.getByRole('dialog', { name: 'Restore version 3?' });
    await expect(button(confirmation, 'Restore')).toBeDisabled();
    release();
    await expect(confirmation).toContainText('Passed');
    await page.unroute(`**/inspections/${id}`);
    await button(confirmation, 'Restore').click();
    await expect(notice(page)).toContainText('Inspection restored');
    await expect(fact(page, 'Passed')).toHaveText('Yes');
  });
});
