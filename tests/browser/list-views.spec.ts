// Lists as boards, calendars, galleries and maps: with the search, the filter and the permissions of the list, under an
// address; a card that is moved changes its record.
import type { Locator, Page, Response } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { contains, filtered, INSPECTIONS } from './inspections';
import { png } from './pictures';
import { unique, type Records } from './records';
import { button, notice, results, rowOf } from './screen';
import { delayResponses, failResponses } from './server-faults';

const RECORDS = '**/api/backoffice/inspections/*';

const views = (page: Page): Locator => page.getByRole('navigation', { name: 'Show as' });
const view = (page: Page, name: string): Locator => views(page).getByRole('link', { name });
const column = (page: Page, name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name}\\b`) });
const card = (within: Page | Locator, name: string): Locator => {
  const page = 'page' in within ? within.page() : within;
  return within.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
};
const title = (within: Page | Locator, name: string): Locator => within.getByRole('link', { name, exact: true });

/** Three inspections that only these tests list: two of normal urgency, one of high. */
async function inspected(records: Records): Promise<{ word: string; one: string; other: string; high: string }> {
  const word = unique('Carried');
  const [one, other, high] = ['One', 'Other', 'High'].map((name) => `${word} ${name}`) as [string, string, string];
  for (const [subject, urgency] of [
    [one, 'normal'],
    [other, 'normal'],
    [high, 'high'],
  ])
    await records.create('inspections', { subject, score: 50, urgency, inspectedOn: '2026-11-18' });
  return { word, one, other, high };
}

const columnOf =
  (urgency: string) =>
  (response: Response): boolean => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname.endsWith('/inspections') && (searchParams.get('filters') ?? '').includes(`"${urgency}"`);
  };

const board = (word: string): string => `${filtered(contains(word))}&view=board`;

async function carry(page: Page, name: string, to: string): Promise<void> {
  await card(page, name).dragTo(column(page, to));
}

test('a card is dragged to another column, saved with its version and undone by its notification', async ({
  page,
  records,
}) => {
  const { word, one, other, high } = await inspected(records);
  await signIn(page, 'admin', filtered(contains(word)));
  await expect(results(page)).toContainText('of 3 results');
  await view(page, 'Board').click();
  await expect(view(page, 'Board')).toHaveAttribute('aria-current', 'page');
  await expect(column(page, 'Low 0')).toContainText('None');
  await expect(column(page, 'Normal 2').getByRole('listitem')).toHaveCount(2);
  await expect(card(column(page, 'High 1'), high)).toBeVisible();
  await axe(page);

  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await carry(page, one, 'High');
  expect((await saved).headers()['if-match']).toMatch(/^"/);
  await expect(notice(page)).toContainText(`${one} moved to High`);
  await expect(title(column(page, 'High 2'), one)).toBeVisible();
  await expect(column(page, 'Normal 1').getByRole('listitem')).toHaveCount(1);

  await button(notice(page), 'Undo').click();
  await expect(notice(page)).toContainText(`${one} moved to Normal`);
  await expect(title(column(page, 'Normal 2'), one)).toBeVisible();

  await carry(page, other, 'Low');
  await expect(title(column(page, 'Low 1'), other)).toBeVisible();
  await expect(notice(page)).toContainText(`${other} moved to Low`);
  await page.reload();
  await expect(title(column(page, 'Low 1'), other)).toBeVisible();
  await expect(page).toHaveURL(/view=board/);
  await expect(page.getByRole('list', { name: 'Applied filters' })).toBeVisible();

  await view(page, 'Table').click();
  await expect(rowOf(page, other)).toBeVisible();
  await expect(results(page)).toContainText('of 3 results');
  await page.goBack();
  await expect(title(column(page, 'Low 1'), other)).toBeVisible();
});

test('a card is moved by keys and by its menu, and keeps the focus', async ({ page, records }) => {
  const { word, one } = await inspected(records);
  await signIn(page, 'admin', board(word));
  await title(column(page, 'Normal 2'), one).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${one} is lifted, over Normal.`)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`${one} is lifted, over High.`)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(title(column(page, 'Normal 2'), one)).toBeFocused();

  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(title(column(page, 'High 2'), one)).toBeFocused();
  await expect(notice(page)).toContainText(`${one} moved to High`);
  await expect(title(column(page, 'High 2'), one)).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(button(page, `Move ${one}`)).toBeFocused();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveText(['Low', 'Normal']);
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(button(page, `Move ${one}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('menuitem', { name: 'Low' }).click();
  await expect(title(column(page, 'Low 1'), one)).toBeFocused();
  await expect(notice(page)).toContainText(`${one} moved to Low`);
});

test.describe('what is refused', () => {
  test.use({ refusals: [412, 500] });

  test('goes back to its column, and is said', async ({ page, records }) => {
    const { word, one, other, high } = await inspected(records);
    const { items } = await records.list('inspections', { search: word });
    const idOf = (subject: string): string => items.find((item) => item['subject'] === subject)?.id ?? '';
    await signIn(page, 'admin', board(word));

    // Changed by someone else between what was read and what is saved.
    const release = await delayResponses(page, RECORDS, 'PATCH');
    const begun = page.waitForRequest((request) => request.method() === 'PATCH');
    await carry(page, one, 'High');
    await expect(title(column(page, 'High 2'), one)).toBeVisible();
    await begun;
    await records.change('inspections', idOf(one), { score: 51 });
    // Each column is listed again, and shows what is changed after that only when it is listed once more.
    const again = ['low', 'normal', 'high'].map((urgency) => page.waitForResponse(columnOf(urgency)));
    release();
    await expect(notice(page)).toContainText(`${one} was not moved, because someone else changed it in the meantime.`);
    await Promise.all(again);
    await expect(title(column(page, 'Normal 2'), one)).toBeVisible();

    // Moved by someone else since it was listed.
    await records.change('inspections', idOf(other), { urgency: 'low' });
    await carry(page, other, 'High');
    await expect(notice(page)).toContainText(`${other} was not moved, because someone else changed it`);
    await expect(title(column(page, 'Low 1'), other)).toBeVisible();

    await page.unrouteAll();
    await failResponses(page, RECORDS, 'PATCH', 'The store is closed today.');
    await carry(page, high, 'Low');
    await expect(notice(page)).toContainText('The store is closed today.');
    await expect(title(column(page, 'High 1'), high)).toBeVisible();
  });
});

test('who may not change the records cannot move their cards', async ({ page, records }) => {
  const { word, one } = await inspected(records);
  await signIn(page, 'analyst', board(word));
  await expect(title(column(page, 'Normal 2'), one)).toBeVisible();
  await expect(card(page, one)).toHaveAttribute('draggable', 'false');
  await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0);
  await title(page, one).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('is lifted')).toHaveCount(0);
});

test('a column is loaded page by page, with its exact total', async ({ page, records }) => {
  const word = unique('Stack');
  for (let count = 0; count < 23; count += 1)
    await records.create('inspections', { subject: `${word} ${count}`, score: 1, urgency: 'low' });
  await signIn(page, 'admin', board(word));
  await expect(column(page, 'Low 23').getByRole('listitem')).toHaveCount(20);
  await button(page, 'Load more').click();
  await expect(column(page, 'Low 23').getByRole('listitem')).toHaveCount(23);
  await expect(button(page, 'Load more')).toHaveCount(0);
});

test('on a phone a board shows one column, and the others as tabs', async ({ page, records }) => {
  const { word, one } = await inspected(records);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin', board(word));
  await page.getByRole('tab', { name: 'Normal 2' }).click();
  await expect(title(page, one)).toBeVisible();
  await axe(page);
  await button(page, `Move ${one}`).click();
  await page.getByRole('menuitem', { name: 'High' }).click();
  await expect(page.getByRole('tab', { name: 'Normal 1' })).toBeFocused();
  await expect(title(page, one)).toHaveCount(0);
  await page.getByRole('tab', { name: 'High 2' }).click();
  await expect(title(page, one)).toBeVisible();
});

test('a calendar shows the month of its address, on a phone the week', async ({ page, records }) => {
  const { word, one } = await inspected(records);
  await records.create('inspections', { subject: `${word} Later`, score: 50, inspectedOn: '2026-12-02' });
  await signIn(page, 'admin', `${filtered(contains(word))}&view=calendar&day=2026-11-20`);
  const day = (name: RegExp): Locator => page.getByRole('cell').filter({ hasText: name });
  await expect(page.getByRole('heading', { name: 'November 2026' })).toBeVisible();
  await expect(day(/Wednesday,? 18 November/).getByRole('link')).toHaveCount(3);
  await expect(title(day(/Wednesday,? 2 December/), `${word} Later`)).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: 'Next month' }).click();
  await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible();
  await expect(title(page, `${word} Later`)).toBeVisible();
  await expect(title(page, one)).toHaveCount(0);
  await page.getByRole('link', { name: 'Next month' }).click();
  await expect(page.getByText('There are no inspections on these days.')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'November 2026' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(7);
  await expect(title(page, one)).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: 'Next week' }).click();
  await expect(title(page, one)).toHaveCount(0);
  await page.reload();
  await page.getByRole('link', { name: 'Previous week' }).click();
  await title(page, one).click();
  await expect(page.getByRole('heading', { level: 1, name: one })).toBeVisible();
});

test('projects are shown by their pictures and on the map, as far as the search finds them', async ({
  page,
  records,
}) => {
  const project = await records.project();
  const file = await records.image('projects', png('front.png', [20, 90, 140]));
  const coordinates = { latitude: 25.08, longitude: 55.14 };
  await records.change('projects', project.id, { coordinates, gallery: [{ file, caption: 'The front' }] });
  await signIn(page, 'admin', `/backoffice/projects?search=${encodeURIComponent(project.name)}`);
  await view(page, 'Gallery').click();
  const tile = card(page.getByRole('region', { name: 'Projects' }), project.name);
  await expect(tile.getByRole('img', { name: 'The front' })).toBeVisible();
  await expect(tile).toContainText('Dubai Marina');
  await expect(results(page)).toContainText('of 1 results');
  await axe(page);

  await view(page, 'Map').click();
  await expect(page.getByText('1 of 1 projects are on the map.')).toBeVisible();
  await axe(page);
  await page.reload();
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${project.name}`) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: project.name })).toBeVisible();
});

test('an address with a view that the list does not have shows the table, and says so', async ({ page, records }) => {
  await inspected(records);
  await signIn(page, 'admin', `${INSPECTIONS}?view=globe`);
  await expect(page.getByText('The inspections cannot be shown as “globe”, so the table is shown.')).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await page.goto(`${INSPECTIONS}?view=calendar&day=2026-02-30`);
  await expect(page.getByText('There is no day “2026-02-30”, so today is shown.')).toBeVisible();
  await page.goto('/backoffice/companies');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(views(page)).toHaveCount(0);
});

test('a view without matches, and one that cannot be loaded, say so', async ({ page, records }) => {
  const { word } = await inspected(records);
  await signIn(page, 'admin', board(`${word} nowhere`));
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await button(page, 'Clear filters').click();
  await expect(column(page, 'Normal')).toBeVisible();
});
