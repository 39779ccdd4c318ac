// How many steps daily work takes: each click, choice or entry is one.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { unique, type Records, type Row } from './records';
import { button, navigation, notice, search } from './screen';

/** A new unit with this rent. */
async function createUnit(records: Records, yearlyRentInAED: number): Promise<Row> {
  const { id: projectId, developer } = await records.project();
  const { _id: developerId } = developer;
  return records.create('units', {
    unitNumber: unique('F').replace(' ', ''),
    projectId,
    developerId,
    totalAreaInSqFt: 900,
    purchasePriceInAED: 1_000_000,
    yearlyRentInAED,
    serviceChargesPerSqFt: 12,
  });
}

const rentOf = async (records: Records, unit: Row): Promise<unknown> =>
  (await records.list('units', { search: String(unit['unitNumber']) })).items[0]?.['yearlyRentInAED'];

/** Counts what a user does. */
function counted() {
  let steps = 0;
  const step = async (act: Promise<unknown>) => {
    steps += 1;
    await act;
  };
  return { step, steps: () => steps };
}

test('a unit is found and its rent changed in four steps', async ({ page, records }) => {
  const unit = await createUnit(records, 90_000);
  await signIn(page, 'admin', '/backoffice');
  const { step, steps } = counted();
  await step(
    navigation(page)
      .getByRole('link', { name: /^Units/ })
      .click(),
  );
  await search(page).fill(String(unit['unitNumber']));
  await step(search(page).press('Enter'));
  await step(page.getByLabel('Yearly rent').fill('95000'));
  await step(button(page, 'Save Changes').click());
  await expect(notice(page)).toContainText('Unit updated successfully');
  expect(await rentOf(records, unit)).toBe(95_000);
  expect(steps()).toBe(4);
});

test('Enter opens a record only when the search finds no other', async ({ page, records }) => {
  const name = unique('Harbour').replace(' ', '');
  await records.create('companies', { name: `${name} one` });
  await records.create('companies', { name: `${name} two` });
  await signIn(page, 'admin', '/backoffice/companies');
  await search(page).fill(name);
  await search(page).press('Enter');
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible();
  await expect(page).toHaveURL(/\/backoffice\/companies\?/);
  // Typing alone opens nothing.
  await search(page).fill(`${name} two`);
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible();
  await expect(page).toHaveURL(/\/backoffice\/companies\?/);
  await search(page).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(`${name} two`);
});

const entryOf = (page: Page, unit: Row) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: String(unit['unitNumber']) });

test('who changed a rent is found and the rent taken back in four steps', async ({ page, records }) => {
  const unit = await createUnit(records, 90_000);
  await records.change('units', unit.id, { view: 'Marina' });
  await records.change('units', unit.id, { yearlyRentInAED: 9_000 });
  await signIn(page, 'admin', '/backoffice');
  const { step, steps } = counted();
  await step(page.getByRole('link', { name: 'See all changes', exact: true }).click());
  await step(page.getByLabel('Changed field').selectOption('units.yearlyRentInAED'));
  const entry = entryOf(page, unit).filter({ hasText: 'updated' });
  // The other change stays until those of the field are there.
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('Amal Haddad');
  await expect(entry).toContainText('90,000');
  await axe(page);
  await step(button(entry, 'Restore what was before').click());
  const dialog = page.getByRole('dialog', { name: 'Restore version 2?' });
  await expect(dialog).toContainText('9,000');
  await axe(page);
  await step(button(dialog, 'Restore').click());
  await expect(notice(page)).toContainText('Version 2 restored');
  expect(await rentOf(records, unit)).toBe(90_000);
  expect(steps()).toBe(4);
  // What was chosen is a filter like any other.
  await page.getByLabel('Changed field').selectOption('');
  await expect(page).toHaveURL(/\/backoffice\/changes(\?(?!.*filters).*)?$/);
});

test('the number of a unit stays on one line, however narrow its message is', async ({ page, records }) => {
  const { id } = await createUnit(records, 90_000);
  const number = `A-${Date.now() % 10_000}`;
  await records.change('units', id, { unitNumber: number });
  await signIn(page, 'admin', '/backoffice/changes');
  const message = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: number })
    .first()
    .getByRole('paragraph');
  await expect(message).toBeVisible();
  const lines = await message.evaluate((paragraph, wanted) => {
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.textContent?.includes(wanted)) break;
    const text = texts.currentNode.textContent ?? '';
    const range = document.createRange();
    range.setStart(texts.currentNode, text.indexOf(wanted));
    range.setEnd(texts.currentNode, text.indexOf(wanted) + wanted.length);
    return Array.from({ length: 60 }, (_, step) => {
      paragraph.style.inlineSize = `${100 + 4 * step}px`;
      return range.getClientRects().length;
    });
  }, number);
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('a creation is taken back from the changes, and the deletion undone', async ({ page, records }) => {
  const name = unique('Taken back');
  await records.create('companies', { name });
  await signIn(page, 'admin', '/backoffice/changes');
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(entry).toContainText('created');
  await button(entry, 'Delete').click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText(name);
  await axe(page);
  await button(dialog, 'Delete').click();
  await expect(notice(page)).toContainText('Company deleted');
  await expect(entry.filter({ hasText: 'deleted' })).toBeVisible();
  expect((await records.list('companies', { search: name })).items).toEqual([]);
  await button(notice(page), 'Undo').click();
  await expect(notice(page)).toContainText('Company restored');
  expect((await records.list('companies', { search: name })).items).toMatchObject([{ name }]);
});

test('an entry leads to its version, however long the history is', async ({ page, records }) => {
  const unit = await createUnit(records, 90_000);
  for (let version = 2; version <= 24; version += 1)
    await records.change('units', unit.id, { yearlyRentInAED: 90_000 + version });
  const filters = JSON.stringify({
    operator: 'AND',
    conditions: [{ field: 'resource', operator: 'equals', value: 'units' }],
  });
  await signIn(page, 'admin', `/backoffice/changes?limit=50&filters=${encodeURIComponent(filters)}`);
  await entryOf(page, unit)
    .filter({ hasText: '90,003' })
    .filter({ hasText: '90,002' })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\/history\?at=/);
  const version = page.getByRole('listitem').filter({ hasText: 'Version 3' });
  await expect(version).toBeFocused();
  await expect(version).toBeInViewport();
  await axe(page);
});
