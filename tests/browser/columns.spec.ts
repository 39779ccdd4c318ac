// Columns of lists: nothing is cut at any width, headings do not move when a list is sorted, and pictures take no more
// width than they need.
import type { Locator } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { button, results } from './screen';

const LISTS = {
  Users: '/backoffice/users',
  Units: '/backoffice/units',
  Projects: '/backoffice/projects/projects',
  Estimates: '/backoffice/estimations',
};

const OTHERS = {
  Developers: '/backoffice/developers',
  Companies: '/backoffice/companies',
  'Weekly rotations': '/backoffice/projects/rotations',
  Flags: '/analytics/flags',
  Audit: '/backoffice/audit',
};

/** What is wider than its box: columns out of sight, and texts that end in an ellipsis. */
const cutIn = (list: Locator): Promise<string[]> =>
  list.evaluate((region) =>
    [region, ...region.querySelectorAll('*')].flatMap((element) => {
      const { display, overflowX } = getComputedStyle(element);
      // What is only for screen readers is one pixel wide.
      const clips = display !== 'inline' && overflowX !== 'visible' && element.clientWidth > 1;
      return clips && element.scrollWidth > element.clientWidth + 1 ? [element.textContent ?? ''] : [];
    }),
  );

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('nothing of the lists of users, units, projects and estimates is cut', async ({ page }) => {
      await signIn(page, 'admin', '/backoffice');
      for (const [label, address] of Object.entries(LISTS)) {
        await page.goto(address);
        await expect(results(page)).toBeVisible();
        const list = page.getByRole('region', { name: label, exact: true });
        await expect.poll(() => cutIn(list), label).toEqual([]);
        // The last tool ends within the list, too.
        const [tool, whole] = [await button(page, 'Columns').boundingBox(), await list.boundingBox()];
        const beyond = (tool?.x ?? width) + (tool?.width ?? 0) - (whole?.x ?? 0) - (whole?.width ?? 0);
        expect(beyond, `how far the tools of ${label} stick out`).toBeLessThanOrEqual(0);
        await axe(page);
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a unit says its rent before its bedrooms', async ({ page, records }) => {
    const unitNumber = unique('A');
    await records.unit(await records.project(), { unitNumber, bedrooms: 2 });
    await signIn(page, 'admin', `${LISTS.Units}?search=${encodeURIComponent(unitNumber)}`);
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: unitNumber }) });
    await expect(row).toContainText(/80,000 AED.*Bedrooms 2/);
  });
});

test('no list shows a column in which every row is 0', async ({ page }) => {
  await signIn(page, 'admin', '/backoffice');
  for (const [label, address] of Object.entries({ ...LISTS, ...OTHERS })) {
    await page.goto(`${address}?limit=50`);
    await expect(results(page)).toBeVisible();
    const zeros = await page.getByRole('region', { name: label, exact: true }).evaluate((list) => {
      const [head = [], ...rows] = [...list.querySelectorAll('tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent ?? ''),
      );
      return head.filter((_, at) => rows.every((cells) => cells[at] === '0'));
    });
    expect(zeros, label).toEqual([]);
  }
});

test('the column of avatars is as wide as an avatar', async ({ page }) => {
  await signIn(page, 'admin', LISTS.Users);
  await expect(results(page)).toBeVisible();
  const width = (await page.getByRole('columnheader', { name: 'Avatar' }).boundingBox())?.width;
  expect(width).toBeLessThanOrEqual(72);
});

/** Where the label and the arrow of a heading are, from its start; of numbers, from its end. */
const placesIn = (heading: Locator, from: 'start' | 'end') =>
  heading.evaluate((cell, of) => {
    const [whole, label, arrow] = [cell, cell.querySelector('button > span'), cell.querySelector('svg')].map((one) => {
      if (!one) throw new Error('A sortable heading has a label and an arrow');
      return one.getBoundingClientRect();
    }) as [DOMRect, DOMRect, DOMRect];
    const place = of === 'start' ? label.left - whole.left : whole.right - label.right;
    const apart = of === 'start' ? arrow.left - label.right : label.left - arrow.right;
    return { place: Math.round(place), apart, inside: arrow.left >= whole.left && arrow.right <= whole.right };
  }, from);

test('the arrow of a sorted column moves no label and touches none', async ({ page }) => {
  await signIn(page, 'admin', LISTS.Units);
  await expect(results(page)).toBeVisible();
  for (const [name, from] of [
    ['Project', 'start'],
    ['Yearly rent (AED)', 'end'],
  ] as const) {
    const heading = page.getByRole('columnheader', { name });
    const before = await placesIn(heading, from);
    for (const direction of ['ascending', 'descending']) {
      await heading.getByRole('button').click();
      await expect(heading).toHaveAttribute('aria-sort', direction);
      const { place, apart, inside } = await placesIn(heading, from);
      expect(place, `where ${name} is, sorted`).toBe(before.place);
      expect(apart, `between ${name} and its arrow`).toBeGreaterThanOrEqual(2);
      expect(inside, `the arrow of ${name} is in its heading`).toBe(true);
    }
  }
});
