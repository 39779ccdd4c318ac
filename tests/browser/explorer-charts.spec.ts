// What the explorer draws.
import { readFile } from 'node:fs/promises';
import { BY_BEDROOMS, EXPLORER } from './explorer';
import { axe, expect, signIn, test } from './fixtures';
import { button, tabTo } from './screen';

const KINDS = [
  { kind: 'bar', query: 'measures=rent&rows=project', label: 'Bars', says: /, Rent [\d,]+ AED, n \d+$/ },
  {
    kind: 'bar',
    query: 'measures=rent&rows=bedrooms&cols=status',
    label: 'Bars',
    says: /^Studio · .*, Rent [\d,]+ AED/,
  },
  { kind: 'line', query: 'measures=rent&rows=bedrooms', label: 'Line', says: /^Studio, Rent [\d,]+ AED/ },
  {
    kind: 'scatter',
    query: 'measures=rent&measures=grossYield&rows=project',
    label: 'Scatter',
    says: /Rent [\d,]+ AED.*/,
  },
  {
    kind: 'heat',
    query: 'measures=spread&rows=project&cols=bedrooms',
    label: 'Heat map',
    says: / · .*, Spread [\d.]+ %/,
  },
  {
    kind: 'histogram',
    query: 'measures=grossYield&rows=project',
    label: 'Histogram',
    says: /^\d+ from [\d.]+ % to [\d.]+ %/,
  },
];

for (const { kind, query, label, says } of KINDS) {
  test(`${label} of ${query}: each mark says what it is, and leads to its records`, async ({ page }) => {
    await signIn(page, 'analyst', `${EXPLORER}?dataset=units&${query}&chart=${kind}`);
    const chart = page.getByRole('figure');
    const marks = chart.locator('[data-mark]');
    await expect(marks.first()).toBeVisible();
    await expect(page.getByRole('radio', { name: label })).toBeChecked();
    await expect(page.getByRole('table')).toBeVisible();
    await axe(page);
    await tabTo(page, marks.first());
    await expect(marks.first()).toHaveAccessibleName(says);
    await page.keyboard.press('End');
    await expect(marks.last()).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.pathname === `${EXPLORER}/records` && url.searchParams.has('row'));
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await axe(page);
    await page.goBack();
    await expect(marks.first()).toBeVisible();
  });
}

test('how a view is drawn is chosen by itself, or by hand, and is in the address', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=assessments&measures=estimates&rows=day`);
  await expect(page.getByRole('radio', { name: 'Line' })).toBeChecked();
  await page.getByRole('radio', { name: 'Bars' }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('chart') === 'bar');
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect(page.getByRole('figure')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('figure')).toBeHidden();
  // An impossible kind of chart is replaced by a possible one.
  await page.goto(`${EXPLORER}?dataset=units&measures=rent&rows=project&chart=scatter`);
  await expect(page.getByRole('radio', { name: 'Bars' })).toBeChecked();
  await expect(page).toHaveURL((url) => url.searchParams.get('chart') === null);
});

test('a chart is taken away as a picture', async ({ page }) => {
  await signIn(page, 'analyst', BY_BEDROOMS);
  await expect(page.getByRole('figure').locator('[data-mark]').first()).toBeVisible();
  const save = async (format: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: format }).click();
    return readFile(await (await download).path());
  };
  const svg = (await save('Picture (SVG)')).toString('utf8');
  // The picture is self-contained: title, unit, count and time.
  expect(svg).toContain('>Rent by Bedrooms<');
  expect(svg).toMatch(/>AED · n [\d,]+ · As of /);
  // Nothing of it depends on the page.
  expect(svg).not.toMatch(/var\(|class=/);
  const png = await save('Picture (PNG)');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.readUInt32BE(16)).toBeGreaterThan(600);
});

test('a heat map has no empty row or column, and lets the page scroll', async ({ page }) => {
  // Spread needs three estimators: some projects have none.
  const query = `dataset=units&measures=spread&rows=project&cols=bedrooms&limit=1000`;
  await signIn(page, 'analyst', `${EXPLORER}?${query}&chart=heat`);
  const chart = page.getByRole('figure');
  const marks = chart.locator('[data-mark]');
  await expect(marks.first()).toBeVisible();
  const drawn = new Set(
    await marks.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(' · ')[0])),
  );
  // Each name stands in the drawing and in its copy that stays visible.
  const names = await chart
    .locator('text > title')
    .evaluateAll((all) => new Set(all.map((one) => one.textContent)).size);
  const columns = new Set(
    await marks.evaluateAll((all) => all.map((one) => /· ([^·,]+), /.exec(one.getAttribute('aria-label') ?? '')?.[1])),
  );
  expect(names).toBe(drawn.size + columns.size);
  await expect(chart).toContainText('without a value');
  // Labels have three leading figures, the note has the exact value and n.
  const labels = await chart.locator('[aria-hidden] g > text:only-child').allTextContents();
  for (const label of labels)
    expect(label.replace(/[^\d]/g, '').replace(/^0+/, '').length, label).toBeLessThanOrEqual(3);
  await expect(marks.first()).toHaveAccessibleName(/, Spread [\d.]+ %, n \d+$/);

  await chart.locator('[data-scroller]').hover();
  expect(await chart.locator('[data-scroller]').evaluate((plot) => plot.scrollHeight - plot.clientHeight)).toBe(0);
  const top = (): Promise<number> => marks.first().evaluate((mark) => mark.getBoundingClientRect().top);
  const before = await top();
  await page.mouse.wheel(0, 200);
  await expect.poll(top).toBeLessThan(before - 100);
});

test('names are isolated, whichever way they are written', async ({ page }) => {
  await signIn(page, 'analyst', `${EXPLORER}?dataset=units&measures=rent&rows=project&cols=bedrooms&chart=heat`);
  const arabic = page.getByRole('figure').locator('[data-mark][aria-label*="\u0627"]').first();
  await arabic.hover();
  const note = page.locator('body > div[aria-hidden="true"] p').first();
  await expect(note.locator('bdi')).toHaveCount(2);
  await expect(note.locator('bdi').first()).toContainText('\u0627');
  const name = page.getByRole('figure').locator('svg text').filter({ hasText: '\u0627' }).first();
  expect(await name.evaluate((text) => getComputedStyle(text).unicodeBidi)).toBe('plaintext');
  await arabic.click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title.locator('bdi')).toHaveCount(2);
  await expect(title).toHaveText(/^Rent · .+ · .+$/);
});
