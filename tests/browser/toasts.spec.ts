// Toasts are above the page for a while, and do not block it once they are gone.
import { begunProject, lastOf, type Unit } from './estimating';
import { expect, signIn, test } from './fixtures';
import { button, notice } from './screen';

/** Longer than any toast is shown, in milliseconds. */
const SHOWN = 5200;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a notice that has faded does not catch what is meant for the page below it', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 1);
    await page.clock.install();
    await signIn(page, who, `/estimations/assessments/${project.id}/${lastOf(project, 1)[0]?.id}`);
    await button(page, 'Save & Submit').tap();
    const refusal = notice(page).getByRole('status');
    await expect(refusal).toContainText('Validation failed, not saving');
    const below = page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: `Back to ${project.name}` });
    const box = await below.boundingBox();
    const over = await refusal.boundingBox();
    if (!box || !over) throw new Error('Both are drawn');
    expect(Math.abs(over.x + over.width / 2 - 195), 'at top centre').toBeLessThanOrEqual(1);
    expect(over.y).toBeLessThan(48);
    expect(over.y + over.height, 'the notice lies over the link').toBeGreaterThan(box.y + box.height / 2);
    // It has faded and its element still exists: the clock is stopped before it is removed.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + SHOWN);
    await expect(refusal).toHaveCSS('opacity', '0');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.clock.resume();
    await expect(page.getByRole('heading', { level: 1, name: project.name })).toBeVisible();
  });
});

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const) {
  test.describe(`at ${width} x ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test('one is shown at a time, and covers neither the unit nor its facts', async ({ page, records, request }) => {
      const who = await records.user(['estimations']);
      const project = await begunProject(request, who, 3);
      const [first, second, third] = lastOf(project, 3);
      const heading = (unit?: Unit) => page.getByRole('heading', { level: 1, name: `Unit ${unit?.unitNumber}` });
      const shown = notice(page).getByRole('status');
      const uncovered = async () => {
        const toast = await shown.boundingBox();
        for (const below of [page.getByRole('heading', { level: 1 }), page.getByLabel('Facts about the unit')]) {
          const box = await below.boundingBox();
          if (!toast || !box) throw new Error('All of them are drawn');
          expect(toast.y + toast.height, 'the toast ends above').toBeLessThanOrEqual(box.y);
        }
      };
      await page.clock.install();
      await signIn(page, who, `/estimations/assessments/${project.id}/${first?.id}`);
      await expect(heading(first)).toBeVisible();
      // From now on no toast goes by itself.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
      for (const next of [second, third]) {
        for (const digit of '80000') await button(page, digit).tap();
        await button(page, 'Save & Continue').tap();
        await expect(heading(next)).toBeVisible();
        // Of the estimate, or of the units of one bedroom count.
        await expect(shown).toHaveText([/^Assessment saved successfully!$|^You've finished assessing all /]);
        await uncovered();
      }
    });
  });
}
