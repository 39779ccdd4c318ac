// The celebration when all units of one bedroom count are assessed, as specified.
import type { Page } from '@playwright/test';
import { alike, allBut, completedText } from './bedrooms';
import { axe, expect, signIn, test } from './fixtures';
import { button, notice } from './screen';

/** When an element was added to the page and removed; recorded by the page, since it lasts for seconds only. */
interface Stay {
  came: number;
  went?: number;
  /** Whether it is hidden from screen readers, and takes no pointer events. */
  aside: boolean;
}

async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const stays: Record<string, Stay[]> = { confetti: [], words: [] };
    const pieces = { most: 0 };
    Object.assign(globalThis, { stays, pieces });
    // Each piece is one path of a frame, and each frame begins by clearing the canvas.
    const { beginPath, clearRect } = CanvasRenderingContext2D.prototype;
    let drawn = 0;
    CanvasRenderingContext2D.prototype.beginPath = function path() {
      pieces.most = Math.max(pieces.most, (drawn += 1));
      beginPath.call(this);
    };
    CanvasRenderingContext2D.prototype.clearRect = function clear(...area) {
      drawn = 0;
      clearRect.apply(this, area);
    };
    const look = (): void => {
      const canvases = [...document.querySelectorAll('canvas')];
      const words = [...document.querySelectorAll('[data-visible]')].filter(({ textContent }) =>
        textContent.startsWith("You've finished assessing"),
      );
      for (const [what, found] of Object.entries({ confetti: canvases, words })) {
        const known = (stays[what] ??= []);
        const here = known.filter(({ went }) => went === undefined);
        for (const ended of here.slice(found.length)) ended.went = performance.now();
        for (const element of found.slice(here.length)) {
          known.push({
            came: performance.now(),
            aside: element.ariaHidden === 'true' && getComputedStyle(element).pointerEvents === 'none',
          });
        }
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
}

const staysOf = (page: Page, what: string): Promise<Stay[]> =>
  page.evaluate((of) => (globalThis as unknown as { stays: Record<string, Stay[]> }).stays[of] ?? [], what);

async function lasted(page: Page, what: string, times: number): Promise<number[]> {
  await expect
    .poll(async () => (await staysOf(page, what)).filter(({ went }) => went !== undefined).length)
    .toBe(times);
  return (await staysOf(page, what)).map(({ came, went = 0 }) => went - came);
}

async function save(page: Page, unitNumber: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: `Unit ${unitNumber}` })).toBeVisible();
  await button(page, '+5%').tap();
  await page.getByRole('button', { name: /^Save & / }).tap();
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test("'When all units of the same bedroom count (more than one unit) have an assessment, a celebration toast (5 s) and a 3-second confetti of 50 pieces appear once.'", async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    // One unit is open, and neither is the last one, so that two saves are possible.
    const { id, open } = await allBut(request, who, (units) => {
      const last = units.find((unit, index) => index < units.length - 2 && alike(units, unit) > 1);
      const other = units.findLast((unit) => unit !== last && unit.bedrooms !== last?.bedrooms);
      return last && other && [last, other];
    });
    const [unit] = open as [(typeof open)[0]];
    await observe(page);
    await signIn(page, who, `/estimations/assessments/${id}/${unit.id}`);
    await save(page, unit.unitNumber);
    await expect(notice(page).getByText(completedText(unit), { exact: true })).toBeVisible();
    const [confetti] = await lasted(page, 'confetti', 1);
    expect(confetti).toBeGreaterThan(2900);
    expect(await page.evaluate(() => (globalThis as unknown as { pieces: { most: number } }).pieces.most)).toBe(50);
    const [words] = await lasted(page, 'words', 1);
    expect(words).toBeGreaterThan(4900);
    expect((await staysOf(page, 'confetti'))[0]?.aside, 'nothing for screen readers, and presses go through').toBe(
      true,
    );

    // Saving it again completes nothing.
    await button(page, 'Previous unit').tap();
    await save(page, unit.unitNumber);
    await expect(notice(page)).toContainText('Assessment saved successfully!');
    await expect(page.getByRole('heading', { level: 1, name: `Unit ${unit.unitNumber}` })).toBeHidden();
    expect(await staysOf(page, 'confetti')).toHaveLength(1);
    expect(await staysOf(page, 'words')).toHaveLength(1);
  });

  test('two bedroom counts that are completed one after the other are celebrated both', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const { id, open } = await allBut(request, who, (units) => {
      const at = units.findIndex((unit, index) => {
        const next = units[index + 1];
        return next && unit.bedrooms !== next.bedrooms && alike(units, unit) > 1 && alike(units, next) > 1;
      });
      return at < 0 ? undefined : units.slice(at, at + 2);
    });
    const [first, second] = open as [(typeof open)[0], (typeof open)[0]];
    await observe(page);
    await signIn(page, who, `/estimations/assessments/${id}/${first.id}`);
    // One toast at a time: the second one takes the place of the first.
    for (const unit of [first, second]) {
      await save(page, unit.unitNumber);
      await expect(notice(page).getByText(completedText(unit), { exact: true })).toBeVisible();
    }
    // The project is completed as well, which has its own celebration without confetti.
    await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeFocused();
    await button(page, 'Stay here').tap();
    await lasted(page, 'confetti', 2);
  });
});

test("'(0 is shown as Studio in the assessment flow)': under reduced motion there are the words, and nothing else", async ({
  page,
  records,
  request,
}) => {
  const who = await records.user(['estimations']);
  const { id, open } = await allBut(request, who, (units) => {
    const studio = units.find((unit) => unit.bedrooms === 0 && alike(units, unit) > 1);
    return studio && [studio];
  });
  const [studio] = open as [(typeof open)[0]];
  await observe(page);
  await signIn(page, who, `/estimations/assessments/${id}/${studio.id}`);
  await expect(page.getByText(/^Studio · /)).toBeVisible();
  await save(page, studio.unitNumber);
  await expect(
    notice(page).getByText("You've finished assessing all Studio units in this project!", { exact: true }),
  ).toBeVisible();
  await axe(page);
  await lasted(page, 'words', 1);
  expect(await staysOf(page, 'confetti')).toEqual([]);
});
