// The estimator's screens with all input devices: touch targets, one screen for each unit, keyboard only, touch only,
// vibration, and screen readers.
import type { Locator, Page } from '@playwright/test';
import { alike, allBut, completedText } from './bedrooms';
import { begunProject, lastOf, type Unit } from './estimating';
import { expect, signIn, test, type Credentials } from './fixtures';
import { button, notice, tabTo } from './screen';

const amount = (page: Page): Locator => page.getByLabel('Estimated yearly rent');
const keypad = (page: Page): Locator => page.getByRole('group', { name: 'Keypad' });
const unitTitle = (page: Page, { unitNumber }: Pick<Unit, 'unitNumber'>): Locator =>
  page.getByRole('heading', { level: 1, name: `Unit ${unitNumber}` });

async function tap(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await button(keypad(page), digit).tap();
}

/** Interactive elements that are smaller than a touch target. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"]')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // Elements for the keyboard are shown on focus.
      .filter(({ element, box }) => box.width > 1 && getComputedStyle(element).clipPath === 'none')
      .filter(({ box }) => box.width < 47.9 || box.height < 47.9)
      .map(
        ({ element, box }) =>
          `${element.ariaLabel ?? element.textContent}: ${Math.round(box.width)} × ${Math.round(box.height)}`,
      ),
  );

const overflow = (page: Page): Promise<number[]> =>
  page.evaluate(() => [
    document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight,
  ]);

/** Gives the current unit the longest possible names and amount. */
async function lengthen(page: Page): Promise<void> {
  await page.route('**/with-units', async (route) => {
    const response = await route.fetch();
    const project = (await response.json()) as { units: { unitNumber: string; view: string }[] };
    for (const unit of project.units) {
      unit.unitNumber = `Tower-2-Penthouse-${unit.unitNumber}`;
      unit.view = 'Partial Burj Khalifa, community park and swimming pool view';
    }
    await route.fulfill({ response, json: project });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('everything that is pressed is at least 48 px wide and high', async ({ page, records, request }) => {
    test.slow();
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 1);
    const [last] = lastOf(project, 1) as [Unit];
    const at = `/estimations/assessments/${project.id}`;
    await signIn(page, who, '/home');
    for (const viewport of [
      { width: 360, height: 640 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      for (const [path, shown] of [
        ['/home', page.getByRole('heading', { level: 1 })],
        ['/estimations', page.getByRole('heading', { level: 1, name: 'Estimations' })],
        ['/estimations/assessments', page.getByText(/^\d+ projects$/)],
        [at, page.getByRole('list', { name: 'Units' })],
        ['/estimations/leaderboard', page.getByRole('table')],
        [`${at}/${last.id}`, keypad(page)],
      ] as const) {
        await page.goto(path);
        await expect(shown.first()).toBeVisible();
        expect(await tooSmall(page), `what is too small on ${path} at ${viewport.width} px`).toEqual([]);
      }
    }
    await tap(page, '80000');
    await button(page, 'Save & Submit').tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeFocused();
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await tooSmall(page), `what is too small on the completion screen at ${width} px`).toEqual([]);
    }
    expect(await overflow(page), 'the completion screen').toEqual([0, 0]);
    await button(page, 'Stay here').tap();
  });

  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [375, 667],
    [390, 844],
    [412, 915],
    [640, 360],
    [844, 390],
  ] as const) {
    test(`a unit is one screen at ${width} by ${height}, whatever is in it`, async ({ page, records, request }) => {
      await page.setViewportSize({ width, height });
      await lengthen(page);
      const who = await records.user(['estimations']);
      const project = await begunProject(request, who, 1);
      await signIn(page, who, `/estimations/assessments/${project.id}/${lastOf(project, 1)[0]?.id}`);
      await expect(keypad(page)).toBeVisible();
      expect(await overflow(page), 'an empty unit').toEqual([0, 0]);
      expect(await tooSmall(page)).toEqual([]);
      const before = await keypad(page).boundingBox();
      await tap(page, '999999999');
      await expect(amount(page)).toContainText('999,999,999');
      expect(await overflow(page), 'nine digits').toEqual([0, 0]);
      await button(page, 'Save & Submit').tap();
      await expect(page.getByRole('main').getByText('Yearly rent seems too high (max 5M AED)')).toBeVisible();
      expect(await overflow(page), 'what was refused').toEqual([0, 0]);
      expect(await keypad(page).boundingBox(), 'no key moves').toEqual(before);
      const amountBox = await amount(page).boundingBox();
      expect(amountBox && amountBox.x + amountBox.width, 'the end of the amount').toBeLessThanOrEqual(width);
    });
  }

  test('no control is in the safe-area insets', async ({ page, records, request }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 1);
    await signIn(page, who, `/estimations/assessments/${project.id}/${lastOf(project, 1)[0]?.id}`);
    const devices = await page.context().newCDPSession(page);
    for (const [width, height, insets] of [
      [390, 844, { top: 0, left: 0, bottom: 34, right: 0 }],
      [844, 390, { top: 0, left: 47, bottom: 21, right: 47 }],
    ] as const) {
      await page.setViewportSize({ width, height });
      await devices.send('Emulation.setSafeAreaInsetsOverride', { insets });
      await expect(keypad(page)).toBeVisible();
      for (const pressed of await page.getByRole('main').getByRole('button').all()) {
        const box = await pressed.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(insets.left);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width - insets.right);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height - insets.bottom);
      }
    }
  });

  test('the whole way by touch alone: three units, a celebration, the end, the next project', async ({
    page,
    records,
    request,
  }) => {
    const { project, open, who } = await threeLeft(records, request);
    const [first, second, third] = open as [(typeof open)[0], (typeof open)[0], (typeof open)[0]];
    await signIn(page, who, '/estimations/assessments?filter=in-progress');
    await page.getByRole('link').filter({ hasText: project }).tap();
    await page.getByRole('link', { name: 'Continue', exact: true }).tap();
    await expect(unitTitle(page, first)).toBeVisible();
    await tap(page, '95000');
    await button(page, 'Save & Continue').tap();
    await expect(unitTitle(page, second)).toBeVisible();
    await button(page, '+5%').tap();
    await expect(amount(page)).toContainText('99,750');
    await button(page, 'Save & Continue').tap();
    await expect(unitTitle(page, third)).toBeVisible();
    await button(page, '-2%').tap();
    await button(page, 'Save & Submit').tap();
    await expect(notice(page).getByText(completedText(third), { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeFocused();
    await button(page, 'Start Next Project').tap();
    await expect(keypad(page)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).not.toContainText(project);
  });

  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } });

    test('each key vibrates, and a save differs from a rejection', async ({ page, records, request }) => {
      const felt = await feeling(page, records, request);
      expect(felt.slice(0, 4)).toEqual([[8], [8], [8], [8]]);
      expect(new Set(felt.map(String)).size, 'a pattern each for keys, what is refused and what is saved').toBe(3);
    });
  });

  test('nothing vibrates under reduced motion', async ({ page, records, request }) => {
    expect(await feeling(page, records, request)).toEqual([]);
  });

  test('a screen reader finds the unit, its facts, the amount and each key by name', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 2);
    const [first, second] = lastOf(project, 2) as [Unit, Unit];
    await signIn(page, who, `/estimations/assessments/${project.id}/${first.id}`);
    await tap(page, '95');
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - progressbar "Assessment Progress"
      - button "Previous unit" [disabled]
      - heading "Unit ${first.unitNumber} Unsaved changes" [level=1]:
        - text: Unit ${first.unitNumber}
        - img "Unsaved changes"
      - status: /· \\d+ of \\d+/
      - button "Next unit" [disabled]
      - term: Square footage
      - definition: /[\\d,]+ sq ft/
      - term: Floor
      - definition
      - term: View
      - definition
      - term: Initial price
      - definition
      - status "Estimated yearly rent": AED 95 a year
      - paragraph: /Last estimation/
      - status
      - group "Change by percent":
        - button "-1%"
        - button "-2%"
        - button "-5%"
        - button "+1%"
        - button "+2%"
        - button "+5%"
      - group "Keypad":
        - button "1"
        - button "2"
        - button "3"
        - button "4"
        - button "5"
        - button "6"
        - button "7"
        - button "8"
        - button "9"
        - button "0"
        - button "Delete"
      - button "Save & Continue"
    `);
    await tap(page, '000');
    await expect(amount(page)).toHaveText(/AED 95,000 a year$/);
    await button(page, '+1%').tap();
    await expect(amount(page)).toHaveText(/AED 95,950 a year$/);
    await button(page, 'Save & Continue').tap();
    await expect(unitTitle(page, second)).toBeVisible();
    await expect(unitTitle(page, second).locator('[aria-live="polite"]')).toHaveText(`Unit ${second.unitNumber}`);
  });
});

test.describe('by keyboard', () => {
  test('the whole way alone: three units, a celebration, the end, the next project', async ({
    page,
    records,
    request,
  }) => {
    const { project, open, who } = await threeLeft(records, request);
    const [first, second, third] = open as [(typeof open)[0], (typeof open)[0], (typeof open)[0]];
    await signIn(page, who, '/estimations/assessments?filter=in-progress');
    await tabTo(page, page.getByRole('link').filter({ hasText: project }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Continue', exact: true }));
    await page.keyboard.press('Enter');

    await expect(unitTitle(page, first)).toBeVisible();
    await expect(amount(page)).toBeFocused();
    await page.keyboard.type('95000');
    await page.keyboard.press('ArrowUp');
    await expect(amount(page)).toHaveValue('95,950');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(amount(page)).toHaveValue('91,153');
    await expect(page.getByRole('status').getByText('AED 91,153 a year')).toBeAttached();
    await page.keyboard.press('Enter');

    // The keys work from anywhere, not only from the field.
    await expect(unitTitle(page, second)).toBeVisible();
    await page.getByRole('main').focus();
    await page.keyboard.type('8000');
    await page.keyboard.press('Shift+Numpad0');
    await page.keyboard.press('Shift+Numpad7');
    await page.keyboard.press('Delete');
    await page.keyboard.type('+-');
    await expect(amount(page)).toHaveValue('79,992');
    await page.keyboard.press('Enter');
    await expect(unitTitle(page, third)).toBeVisible();

    // Arrow keys move to the previous unit and back.
    await page.getByRole('main').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(unitTitle(page, second)).toBeVisible();
    await page.getByRole('main').focus();
    await page.keyboard.press('ArrowRight');
    await expect(unitTitle(page, third)).toBeVisible();
    await page.getByRole('main').focus();
    await page.keyboard.type('7');
    await page.keyboard.press('ArrowLeft');
    await expect(notice(page)).toContainText('Please save your current assessment before navigating to another unit.');
    await page.keyboard.type('0000');
    await page.keyboard.press('Enter');

    await expect(notice(page).getByText(completedText(third), { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeFocused();
    await tabTo(page, button(page, 'Start Next Project'));
    await page.keyboard.press('Enter');
    await expect(keypad(page)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).not.toContainText(project);
  });

  test('a repeated key saves one time; Escape closes the confirmation', async ({ page, records, request }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 3);
    const [first, second] = lastOf(project, 3) as [Unit, Unit];
    await signIn(page, who, `/estimations/assessments/${project.id}/${first.id}`);
    await expect(amount(page)).toBeFocused();
    await page.keyboard.type('95000');
    await page.keyboard.down('Enter');
    await expect(unitTitle(page, second)).toBeVisible();
    await expect(amount(page)).toBeFocused();
    // A held key: each further press is a repeated one.
    for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.type('9');
    await expect(amount(page)).toHaveValue('9');
    await expect(notice(page)).not.toContainText('Validation failed, not saving');
    await page.getByRole('link', { name: project.name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await page.keyboard.type('5');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(amount(page)).toHaveValue('9');
  });
});

/** A project whose last three units are open, the last of which completes its bedroom count. */
async function threeLeft(
  records: { user: (roles: string[]) => Promise<Credentials> },
  request: Parameters<typeof allBut>[0],
) {
  const who = await records.user(['estimations']);
  const { name, open } = await allBut(request, who, (units) => {
    const last = units.at(-1);
    return last && alike(units, last) > 1 ? units.slice(-3) : undefined;
  });
  return { project: name, open, who };
}

/** The vibrations while an amount is entered, rejected, corrected and saved. */
async function feeling(
  page: Page,
  records: { user: (roles: string[]) => Promise<Credentials> },
  request: Parameters<typeof allBut>[0],
): Promise<number[][]> {
  const who = await records.user(['estimations']);
  const project = await begunProject(request, who, 2);
  const [first, second] = lastOf(project, 2) as [Unit, Unit];
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(globalThis, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  await signIn(page, who, `/estimations/assessments/${project.id}/${first.id}`);
  await tap(page, '9500');
  await button(page, 'Save & Continue').tap();
  await expect(notice(page)).toContainText('Validation failed, not saving');
  await tap(page, '0');
  await button(page, 'Save & Continue').tap();
  await expect(unitTitle(page, second)).toBeVisible();
  return page.evaluate(() => (globalThis as unknown as { felt: number[][] }).felt);
}
