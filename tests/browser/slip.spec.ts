// A figure that looks like a slip is asked about once before it is saved, below the figure: nothing moves, nothing is
// blocked, and no network is needed.
import type { Locator, Page } from '@playwright/test';
import { begunProject, headersOf, lastOf, type Project, type Unit } from './estimating';
import { axe, expect, isOfNetwork, signIn, test, type Credentials } from './fixtures';
import { button } from './screen';

const question = (page: Page): Locator => page.getByRole('status').filter({ hasText: /Save anyway\?$/ });
const keypad = (page: Page): Locator => page.getByRole('group', { name: 'Keypad' });
const unitTitle = (page: Page, { unitNumber }: Unit): Locator =>
  page.getByRole('heading', { level: 1, name: `Unit ${unitNumber}` });

async function tap(page: Page, keys: string[]): Promise<void> {
  for (const key of keys) await button(keypad(page), key).tap();
}

async function rentOf(
  request: Parameters<typeof headersOf>[0],
  who: Credentials,
  { id }: Project,
  unit: Unit,
): Promise<number | undefined> {
  const answer = await request.get(`/api/assessments?projectId=${id}`, { headers: await headersOf(request, who) });
  const all = (await answer.json()) as { unitId: string; estimatedYearlyRentInAED: number }[];
  return all.find(({ unitId }) => unitId === unit.id)?.estimatedYearlyRentInAED;
}

/** In milliseconds: a save is confirmed no sooner, since until then it is the second tap of a double tap. */
const UNTIL_READ = 450;

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const) {
  test.describe(`on a phone of ${width} x ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test('it is asked below the amount, entering on withdraws it, and it is saved anyway, without a network too', async ({
      page,
      context,
      records,
      request,
      complaints,
    }) => {
      const who = await records.user(['estimations']);
      const project = await begunProject(request, who, 3);
      const [first, second] = lastOf(project, 3) as [Unit, Unit];
      await page.clock.install();
      await signIn(page, who, `/estimations/assessments/${project.id}/${first.id}`);
      await tap(page, ['8', '0', '000', '0']);
      const boxes = () =>
        Promise.all(
          [keypad(page), page.getByLabel('Estimated yearly rent'), page.getByRole('button', { name: /^Save/ })].map(
            (one) => one.first().boundingBox(),
          ),
        );
      const before = await boxes();
      await button(page, 'Save & Continue').tap();
      // The others are at 80,000, whatever their number of bedrooms.
      await expect(question(page)).toHaveText(/^10 times your (other \w+ units|unit \S.*)\. Save anyway\?$/);
      expect(await boxes(), 'nothing moves').toEqual(before);
      const cut = await question(page)
        .locator('span')
        .evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(cut, 'the question is not cut').toBeLessThanOrEqual(0);
      await axe(page);
      await tap(page, ['Delete']);
      await expect(question(page)).toHaveCount(0);
      await tap(page, ['0']);
      // The same figure is not asked about again.
      await button(page, 'Save & Continue').tap();
      await expect(unitTitle(page, second)).toBeVisible();

      await context.setOffline(true);
      await tap(page, ['3', '5', '000', '0', '0']);
      await button(page, 'Save & Continue').tap();
      await expect(question(page)).toBeVisible();
      await page.clock.fastForward(UNTIL_READ);
      await button(page, 'Save anyway').tap();
      await expect(unitTitle(page, second)).toHaveCount(0);
      await context.setOffline(false);
      await expect.poll(() => rentOf(request, who, project, first)).toBe(800_000);
      await expect.poll(() => rentOf(request, who, project, second), { timeout: 60_000 }).toBe(3_500_000);
      complaints.splice(0, complaints.length, ...complaints.filter((one) => !isOfNetwork(one)));
    });
  });
}

test('by keyboard it is asked and answered with Enter, and the change of an estimate is compared with the last one', async ({
  page,
  records,
  request,
}) => {
  const who = await records.user(['estimations']);
  const project = await begunProject(request, who, 3);
  const [first, second] = lastOf(project, 3) as [Unit, Unit];
  await page.clock.install();
  await signIn(page, who, `/estimations/assessments/${project.id}/${first.id}`);
  await expect(page.getByLabel('Estimated yearly rent')).toBeFocused();
  await page.keyboard.type('95000');
  await page.keyboard.press('Enter');
  await expect(unitTitle(page, second)).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(unitTitle(page, first)).toBeVisible();
  await page.getByLabel('Estimated yearly rent').focus();
  await page.keyboard.press('End');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(question(page)).toHaveText('10 times your last estimate. Save anyway?');
  await axe(page);
  await page.clock.fastForward(UNTIL_READ);
  await page.keyboard.press('Enter');
  await expect(unitTitle(page, second)).toBeVisible();
  await expect.poll(() => rentOf(request, who, project, first)).toBe(950_000);
});
