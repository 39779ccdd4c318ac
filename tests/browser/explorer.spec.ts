// The explorer as an analyst uses it: a URL is a view. The document declares the measures; these are ones that the product
// always has.
import { BY_BEDROOMS, EXPLORER, heading, INDEX, rowsIn, sorting, table, valueOf } from './explorer';
import { axe, expect, signIn, test } from './fixtures';
import { button, find, navigation, tabTo } from './screen';

test('an address without parameters opens a view; invalid ones are corrected', async ({ page }) => {
  await signIn(page, 'analyst', INDEX);
  await navigation(page).getByRole('link', { name: 'Explorer' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('dataset') !== null && url.searchParams.getAll('measures').length === 1,
  );
  await page.goto(`${BY_BEDROOMS}&cols=bedrooms&from=tomorrow&limit=0&sort=spread:up&chart=pie&compare=previous`);
  await expect(page).toHaveURL(BY_BEDROOMS);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
  // The note stays until something is changed.
  const note = page.getByRole('status').filter({ hasText: 'could not be used' });
  await expect(note).toContainText('Columns “bedrooms”, From “tomorrow”');
  await expect(note).toContainText('Shown as “pie”');
  await expect(note).not.toContainText('Rows “');
  await axe(page);
  await sorting(page, 'Rent').click();
  await expect(note).toBeHidden();
});

test('a link is a view: it is the same for every user, after a reload and after going back', async ({
  page,
  visitor,
}) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
  await expect(heading(page, 'Bedrooms')).toHaveAttribute('aria-sort', 'ascending');
  const plain = await rowsIn(page);
  await axe(page);

  await sorting(page, 'Units').click();
  await expect(heading(page, 'Units')).toHaveAttribute('aria-sort', 'descending');
  const counts = (await rowsIn(page)).map(([, , units]) => valueOf(units));
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  await page.getByLabel('Rows shown').selectOption('10');
  await page.getByLabel('Columns').selectOption('Status');
  await expect(table(page, 'Rent and Units by Bedrooms and Status')).toBeVisible();
  await expect(heading(page, 'Available')).toBeVisible();
  await axe(page);

  const address = page.url();
  const shown = await rowsIn(page);
  const other = await visitor();
  await signIn(other, 'admin', new URL(address).pathname + new URL(address).search);
  await expect(table(other, 'Rent and Units by Bedrooms and Status')).toBeVisible();
  expect(await rowsIn(other)).toEqual(shown);
  await page.reload();
  await expect(table(page, 'Rent and Units by Bedrooms and Status')).toBeVisible();
  expect(page.url()).toBe(address);

  for (let steps = 0; steps < 3; steps += 1) await page.goBack();
  await expect(page).toHaveURL(BY_BEDROOMS);
  await expect(heading(page, 'Bedrooms')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => rowsIn(page)).toEqual(plain);
});

test('measures are compared, and time has a selectable granularity', async ({ page }) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await page.getByLabel('Compare with').selectOption('As listed');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Bedrooms',
    'Rent AED',
    'Rent, listed AED',
    'Rent, difference AED',
    'Units',
  ]);
  const [, rent, listed, difference] = (await rowsIn(page))[0] ?? [];
  expect(Math.abs(valueOf(rent) - valueOf(listed) - valueOf(difference?.replace('−', '-')))).toBeLessThanOrEqual(1);

  await page.goto(`${EXPLORER}?dataset=assessments&measures=estimates&rows=day`);
  await expect(table(page, 'Estimates by Day')).toBeVisible();
  const days = (await rowsIn(page)).length;
  await page.getByLabel('Group time by').selectOption('Month');
  await expect(page).toHaveURL(/&grain=month$/);
  await expect(page.getByRole('rowheader').first()).toHaveText(/^[A-Z][a-z]+ \d{4}$/);
  expect((await rowsIn(page)).length).toBeLessThanOrEqual(days);
});

test('the units of a measure are filtered as their list is, and a project is shown by name', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=units&rows=project`);
  const project = (await page.getByRole('rowheader').first().textContent()) ?? '';
  const units = valueOf((await rowsIn(page))[0]?.[1]);
  await button(page, 'Filters').click();
  const builder = page.getByRole('dialog', { name: 'Filter units' });
  await builder.getByLabel('Field').selectOption('Project');
  await find(page, 'Value', project);
  await axe(page);
  await button(builder, 'Apply filters').click();
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(`Project is ${project}`);
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  expect(valueOf((await rowsIn(page))[0]?.[1])).toBe(units);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(`Project is ${project}`);
  await axe(page);
  await button(page, 'Clear all').click();
  await expect(page).toHaveURL(`${EXPLORER}?dataset=units&measures=units&rows=project`);
});

/** Every kind of chart with a query that fits it, and the text of its first mark. */

test('estimates are filtered by who made them, looked for by name', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=assessments&measures=estimates&rows=estimator`);
  await expect(page.getByRole('table')).toBeVisible();
  const [name = ''] = (await rowsIn(page))[0] ?? [];
  await button(page, 'Filters').click();
  const builder = page.getByRole('dialog');
  await builder.getByLabel('Field').selectOption('Estimator');
  await find(page, 'Value', name);
  await axe(page);
  await button(builder, 'Apply filters').click();
  await expect.poll(() => rowsIn(page)).toHaveLength(1);
  expect((await rowsIn(page))[0]?.[0]).toBe(name);
});

test('measures are reordered, and a missing one has a reason', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=rent&measures=spread&rows=project`);
  await expect(page.getByRole('columnheader')).toHaveText([/Project/, /Rent/, /Spread/]);
  const forward = button(page, 'Move Spread forward');
  await forward.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader')).toHaveText([/Project/, /Spread/, /Rent/]);
  await expect(page).toHaveURL(`${EXPLORER}?dataset=units&measures=spread&measures=rent&rows=project`);
  await expect(forward).toBeFocused();
  // There are no estimates before the seed.
  await page.goto(`${EXPLORER}?dataset=units&measures=spread&to=2000-01-01`);
  await expect(page.getByText('Spread: None of these units has three estimators.')).toBeVisible();
  await axe(page);
});

test('everything is done without a mouse', async ({ page }) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await expect(table(page, 'Rent and Units by Bedrooms')).toBeVisible();
  await tabTo(page, page.getByRole('combobox', { name: 'Measures' }));
  await page.keyboard.type('gross yield');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 of 4 chosen')).toBeVisible();
  await expect(page).toHaveURL((url) => url.searchParams.getAll('measures').length === 3);
  await page.keyboard.press('Backspace');
  await expect(page).toHaveURL(BY_BEDROOMS);
  await tabTo(page, sorting(page, 'Rent'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Rent')).toHaveAttribute('aria-sort', 'descending');
  await tabTo(page, page.getByRole('region', { name: 'Rent and Units by Bedrooms' }));
});

test.describe('a view that is not possible', () => {
  test.use({ refusals: [400] });

  test("shows the server's message", async ({ page }) => {
    const filters = { operator: 'AND', conditions: [{ field: 'bedrooms', operator: 'equals', value: 2 }] };
    await signIn(page, 'analyst', BY_BEDROOMS);
    await page.route('**/api/analytics/explore?*', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: { title: 'Bad Request', status: 400, detail: '`rows` cannot be `bedrooms` here.' },
      }),
    );
    await page.goto(`${BY_BEDROOMS}&filters=${encodeURIComponent(JSON.stringify(filters))}`);
    await expect(page.getByRole('alert')).toContainText('`rows` cannot be `bedrooms` here.');
    await axe(page);
  });
});

test('units with a floor and those without are all units', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=units&rows=status`);
  await expect(page.getByRole('table')).toBeVisible();
  const count = async () => (await rowsIn(page)).reduce((sum, [, units]) => sum + valueOf(units), 0);
  const all = await count();
  const counts: number[] = [];
  const chips = page.getByRole('list', { name: 'Applied filters' });
  const builder = page.getByRole('dialog', { name: 'Filter units' });
  for (const comparison of ['is missing', 'is present']) {
    await page.getByRole('button', { name: /^Filters/ }).click();
    await builder.getByLabel('Field').selectOption('Floor');
    await builder.getByLabel('Comparison').selectOption(comparison);
    await expect(builder.getByLabel('Value')).toHaveCount(0);
    await button(builder, 'Apply filters').click();
    await expect(chips).toContainText(`Floor ${comparison}`);
    // The values of the filter before are shown until those of this one are there.
    await expect.poll(count).not.toBe(counts.at(-1) ?? all);
    counts.push(await count());
  }
  const [missing = 0, present = 0] = counts;
  expect(missing).toBeGreaterThan(0);
  expect(present).toBeGreaterThan(0);
  expect(missing + present).toBe(all);
});

test('the gap to the listed rent is filtered by in percent', async ({ page }) => {
  const value = (operator: string, gap: number) => ({ field: 'listedGap', operator, value: gap });
  const filters = { operator: 'OR', conditions: [value('greater_than', 0.15), value('less_than', -0.07)] };
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=rent&rows=project`);
  await page.goto(`${BY_BEDROOMS}&filters=${encodeURIComponent(JSON.stringify(filters))}`);
  const chips = page.getByRole('list', { name: 'Applied filters' });
  await expect(chips).toContainText('Gap to listed rent is more than 15 %');
  await button(chips, 'Change the filter: Gap to listed rent is less than −7 %').click();
  const entry = page.getByRole('group', { name: 'Condition 2' }).getByLabel('Value %');
  await expect(entry).toHaveValue('-7');
  await axe(page);
  await entry.fill('-20');
  await button(page, 'Apply filters').click();
  await expect(chips).toContainText('less than −20 %');
  await expect(page).toHaveURL((url) => (url.searchParams.get('filters') ?? '').includes('-0.2}'));
});

test('a measure says what it is in a sentence, with its formula behind a sign', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=netYield&rows=project&chart=table`);
  const sign = button(page, 'What Net yield means');
  await expect(page.getByText('Formula:')).toBeHidden();
  await tabTo(page, sign);
  await page.keyboard.press('Enter');
  const about = page.getByRole('note', { name: 'What Net yield means' });
  await expect(about).toContainText('The same yield after service charges');
  await expect(about).toContainText('(consensus − service charges per sq ft · total area) / purchase price');
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await expect(sign).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  const { width = 0, height = 0 } = (await sign.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  await sign.click();
  const box = await about.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

for (const account of ['estimator', 'user'] as const) {
  test(`analytics pages are not found by the ${account}`, async ({ page }) => {
    for (const path of [INDEX, BY_BEDROOMS]) {
      await signIn(page, account, path);
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    }
  });
}

for (const [width, height] of [
  [390, 844],
  [820, 1180],
] as const) {
  test(`index and explorer fit a window of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, 'analyst', INDEX);
    for (const address of [INDEX, BY_BEDROOMS, `${BY_BEDROOMS}&cols=status`]) {
      await page.goto(address);
      await expect(
        address === INDEX ? page.getByRole('list', { name: 'Measures of this week' }) : page.getByRole('table'),
      ).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
      await axe(page);
    }
  });
}
