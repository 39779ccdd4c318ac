// The leaderboard on screen: every row agrees with the definition of the score, and the user's own row stays visible
// while the others scroll.
import type { APIRequestContext, Page } from '@playwright/test';
import { headersOf, touchedProject } from './estimating';
import { axe, expect, signIn, test } from './fixtures';
import { leaderboard, type Snapshot, type Line, type Period, type Save } from './score';

const BOARD = '/estimations/leaderboard';
const ADMIN = { email: 'admin@demo.test', password: 'mizan-demo' };
const DELAY = 300_000;
const CONCURRENT = 8;

interface Estimate {
  _id: string;
  unit: { _id: string };
  agent: { _id: string; name: string };
  estimatedYearlyRentInAED: number;
  createdAt: string;
  updatedAt: string;
}

interface Unit {
  _id: string;
  project: { _id: string };
  bedrooms: number;
}

/** Loads each of these, a few at a time. */
async function each<T, R>(all: T[], load: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (let at = 0; at < all.length; at += CONCURRENT) {
    found.push(...(await Promise.all(all.slice(at, at + CONCURRENT).map(load))));
  }
  return found;
}

/** All estimates with their history, as an administrator may read them. */
async function snapshotOf(request: APIRequestContext): Promise<Snapshot> {
  const headers = await headersOf(request, ADMIN);
  const page = async (path: string, number: number): Promise<{ items: unknown[]; totalPages: number }> => {
    const answer = await request.get(`/api/backoffice/${path}`, { headers, params: { page: number, limit: 100 } });
    expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
    return (await answer.json()) as { items: unknown[]; totalPages: number };
  };
  const everyOne = async <T>(path: string): Promise<T[]> => {
    const first = await page(path, 1);
    const others = Array.from({ length: first.totalPages - 1 }, (_, index) => index + 2);
    const pages = await each(others, (number) => page(path, number));
    return [first, ...pages].flatMap(({ items }) => items as T[]);
  };
  const estimates = await everyOne<Estimate>('estimations');
  const units = await everyOne<Unit>('units');
  const saved = (estimate: Estimate): Save => ({
    unit: estimate.unit['_id'],
    agent: estimate.agent['_id'],
    at: Date.parse(estimate.updatedAt),
    rent: estimate.estimatedYearlyRentInAED,
  });
  const changed = estimates.filter(({ createdAt, updatedAt }) => createdAt !== updatedAt);
  const histories = await each(changed, async (estimate) => {
    const versions = await everyOne<{ after: Estimate | null }>(`estimations/${estimate['_id']}/history`);
    return versions.flatMap(({ after }) => (after ? [saved(after)] : []));
  });
  return {
    saves: [...estimates.filter(({ createdAt, updatedAt }) => createdAt === updatedAt).map(saved), ...histories.flat()],
    cells: new Map(units.map(({ _id, project, bedrooms }) => [_id, `${project['_id']} ${bedrooms}`])),
    names: new Map(estimates.map(({ agent }) => [agent['_id'], agent.name])),
    delay: DELAY,
  };
}

/** The rows of the table. */
async function shown(page: Page): Promise<Line[]> {
  const rows = await page.getByRole('table').getByRole('row').all();
  return Promise.all(
    rows.slice(1).map(async (row) => {
      const name = (await row.getByRole('rowheader').locator('span').first().textContent()) ?? '';
      const [first, units, , score] = await row.getByRole('cell', { includeHidden: true }).allTextContents();
      const rank = Number(/^\d+/.exec(first ?? '')?.[0]);
      const moved = first ?? '';
      const [, direction, steps] = /(Up|Down) (\d+) places? since last week/.exec(moved) ?? [];
      const before = moved.includes('Same rank')
        ? rank
        : direction
          ? rank + Number(steps) * (direction === 'Up' ? 1 : -1)
          : undefined;
      return {
        rank,
        previousRank: before,
        name,
        assessmentsCompleted: Number(units?.replaceAll(',', '')),
        score: score ?? '',
      };
    }),
  );
}

const noOne = (page: Page) => page.getByRole('heading', { name: 'There are no entries yet' });

/** Opens a period's board; returns when it was computed. */
async function open(page: Page, period: Period): Promise<number> {
  const answer = page.waitForResponse((response) => response.url().includes(`/api${BOARD}?period=${period}`));
  await page.goto(`${BOARD}?period=${period}`);
  const { asOf } = (await (await answer).json()) as { asOf: string };
  await expect(page.getByRole('table').or(noOne(page))).toBeVisible();
  return Date.parse(asOf);
}

// The demo data may lie in earlier weeks: a week begins empty.
test.beforeAll(async ({ request }) => {
  for (const who of ['estimator', 'layla', 'daniel', 'marco']) {
    // oxlint-disable-next-line no-await-in-loop
    await touchedProject(request, { email: `${who}@demo.test`, password: ADMIN.password });
  }
});

test('without a session it redirects to sign-in, and a user without the role gets Page Not Found', async ({
  page,
  visitor,
}) => {
  await page.goto(BOARD);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const other = await visitor();
  await signIn(other, 'user', BOARD);
  await expect(other.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('rank, movement, units and score of every estimator follow the definition', async ({ page, request }) => {
  const snapshot = await snapshotOf(request);
  await signIn(page, 'estimator');
  for (const period of ['week', 'month', 'all'] as const) {
    await test.step(period, async () => {
      const now = await open(page, period);
      const expected = leaderboard(snapshot, period, now);
      // A month has no week before its first Monday.
      if (period === 'month' && expected.length === 0) {
        await expect(noOne(page)).toBeVisible();
        return;
      }
      expect(expected.length, 'how many there are').toBeGreaterThan(3);
      expect(await shown(page)).toEqual(expected);
      const own = expected.findIndex(({ name }) => name === 'Omar Nasser');
      await expect(page.getByRole('region', { name: 'Your rank' })).toContainText(
        `Rank ${expected[own]?.rank} of ${expected.length}Score ${expected[own]?.score}`,
      );
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test('the own row is visible above and below the others, which are sorted by rank', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 400 });
    for (const [who, scroll] of [
      ['layla', 'end'],
      ['marco', 'start'],
    ] as const) {
      await signIn(page, { email: `${who}@demo.test`, password: 'mizan-demo' });
      // The ranks in this page's response: a minute later they may differ.
      const answer = page.waitForResponse((response) => response.url().includes(`/api${BOARD}?period=all`));
      await page.goto(`${BOARD}?period=all`);
      const { items } = (await (await answer).json()) as { items: { name: string }[] };
      const table = page.getByRole('table');
      await expect(table.getByRole('rowheader')).toContainText(items.map(({ name }) => name));
      const own = table.locator('[data-own]').getByRole('rowheader');
      const other = table.getByRole('rowheader').nth(scroll === 'end' ? items.length - 1 : 0);
      await other.scrollIntoViewIfNeeded();
      // The cells are sticky, not the row, so their positions are checked. Rounding may cost a pixel.
      await expect(own).toBeInViewport({ ratio: 0.95 });
      await expect(other).toBeInViewport();
    }
  });

  test('the explanation of the score opens by touch and by key', async ({ page }) => {
    await signIn(page, 'estimator', `${BOARD}?period=week`);
    await expect(page.getByRole('table')).toBeVisible();
    const rule = page.getByText(/saving it again later does not change the score/);
    await expect(rule).toBeHidden();
    const summary = page.getByText('How the score works');
    expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await summary.tap();
    await expect(rule).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await axe(page);
    await summary.press('Enter');
    await expect(rule).toBeHidden();
    await axe(page);
  });
});

test('a wide screen shows how the score works next to the table', async ({ page }) => {
  await signIn(page, 'estimator', `${BOARD}?period=all`);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByText(/saving it again later does not change the score/)).toBeVisible();
  await axe(page);
});
