// An estimator on a phone and by keyboard: a project, its units one after the other, the completion, and the
// leaderboard. The tests create their estimators, whose estimates stay, since estimates are never deleted.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { begunProject, headersOf, lastOf, type Project, type Unit } from './estimating';
import { axe, expect, signIn, test, type Credentials } from './fixtures';
import { button, notice, tabTo } from './screen';

const amount = (page: Page): Locator => page.getByLabel('Estimated yearly rent');
const unitTitle = (page: Page, { unitNumber }: Unit): Locator =>
  page.getByRole('heading', { level: 1, name: `Unit ${unitNumber}` });
const keypad = (page: Page): Locator => page.getByRole('group', { name: 'Keypad' });
const unsaved = (page: Page): Locator => page.getByRole('img', { name: 'Unsaved changes' });

async function tap(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await button(keypad(page), digit).tap();
}

/** This estimator's rents of a project's units. */
async function rentsOf(
  request: APIRequestContext,
  who: Credentials,
  { id, units }: Project,
): Promise<(number | undefined)[]> {
  const answer = await request.get(`/api/assessments?projectId=${id}`, { headers: await headersOf(request, who) });
  const estimates = (await answer.json()) as { unitId: string; estimatedYearlyRentInAED: number }[];
  return units.map((unit) => estimates.find(({ unitId }) => unitId === unit.id)?.estimatedYearlyRentInAED);
}

async function fits(page: Page, width: number): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    `the width of ${page.url()}`,
  ).toBeLessThanOrEqual(width);
  await axe(page);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('from the list of projects to the last unit and the leaderboard', async ({ page, records, request }) => {
    test.slow();
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 3);
    const [first, second, third] = lastOf(project, 3) as [Unit, Unit, Unit];

    await signIn(page, who, '/estimations');
    await expect(page.getByRole('heading', { level: 1, name: 'Estimations' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue where you left' })).toContainText(project.name);
    await fits(page, 390);

    await page.getByRole('link', { name: 'All projects' }).tap();
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(project.name);
    const row = page.getByRole('link').filter({ hasText: project.name });
    await expect(page.getByText('1 project', { exact: true })).toBeVisible();
    await expect(row).toContainText(`${project.units.length - 3} of ${project.units.length} units`);
    await fits(page, 390);
    await row.tap();
    const items = page.getByRole('list', { name: 'Units' }).getByRole('listitem');
    await expect(items).toHaveCount(project.units.length);
    await expect(items.first()).toContainText('80,000');
    await expect(items.last()).toContainText('Not assessed');
    await fits(page, 390);

    await page.getByRole('link', { name: 'Continue', exact: true }).tap();
    await expect(unitTitle(page, first)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
      'Assessments',
      project.name,
      `Unit ${first.unitNumber}`,
    ]);
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight),
      'one screen, nothing to scroll',
    ).toBeLessThanOrEqual(844);
    await fits(page, 390);

    // Too low: rejected by the app, and not sent.
    await tap(page, '9500');
    await button(page, 'Save & Continue').tap();
    await expect(notice(page)).toContainText('Validation failed, not saving');
    await expect(notice(page)).toContainText('Yearly rent seems too low (min 10K AED)');
    await tap(page, '0');
    await expect(amount(page)).toContainText('95,000');
    await button(page, '+5%').tap();
    await expect(amount(page)).toContainText('99,750');

    // Unsaved: another unit is rejected, leaving asks first.
    await expect(unsaved(page)).toBeVisible();
    await expect(button(page, 'Next unit')).toBeDisabled();
    await button(page, 'Previous unit').dispatchEvent('click');
    await expect(notice(page)).toContainText('Please save your current assessment before navigating to another unit.');
    await page.getByRole('link', { name: project.name }).tap();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(dialog).toBeVisible();
    await axe(page);
    await button(dialog, 'Stay').tap();
    await expect(amount(page)).toContainText('99,750');

    await button(page, 'Save & Continue').tap();
    await expect(notice(page)).toContainText('Assessment saved successfully!');

    // In an empty field percent steps start from the previous unit's rent.
    await expect(unitTitle(page, second)).toBeVisible();
    await expect(page.getByText(`Last estimation: AED 99,750 for unit ${first.unitNumber}`)).toBeVisible();
    await button(page, '+2%').tap();
    await expect(amount(page)).toContainText('101,745');
    await button(page, 'Save & Continue').tap();

    await expect(unitTitle(page, third)).toBeVisible();
    await tap(page, '1200009');
    await button(page, 'Delete').tap();
    await button(page, 'Save & Submit').tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeFocused();
    await expect(
      page.getByText(
        `You've successfully completed all assessments for ${project.name}. Ready to assess the next project?`,
      ),
    ).toBeVisible();
    await expect(button(page, 'Start Next Project')).toBeVisible();
    await button(page, 'Stay here').tap();
    await fits(page, 390);
    expect((await rentsOf(request, who, project)).slice(-3)).toEqual([99_750, 101_745, 120_000]);

    await page.getByRole('link', { name: 'Return to Projects' }).tap();
    await page.getByRole('navigation', { name: 'Which projects' }).getByRole('link', { name: 'Completed' }).tap();
    await expect(page).toHaveURL(/\?filter=completed$/);
    await expect(page.getByRole('link').filter({ hasText: project.name })).toContainText('Completed');

    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Estimations' }).tap();
    await page.getByRole('link', { name: /^Leaderboard Rank \d+ of \d+ this week Score [\d.]+$/ }).tap();
    await expect(page.getByRole('row').filter({ hasText: who.firstName })).toContainText('You');
    await expect(page.getByRole('link', { name: 'Mizan, home' })).toHaveAttribute('href', '/home');
    await fits(page, 390);
    for (const period of ['Month', 'All'] as const) {
      await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: period }).tap();
      await expect(page).toHaveURL(new RegExp(`period=${period.toLowerCase()}$`));
      // A month before its first Monday is empty.
      if (period === 'Month') continue;
      await expect(page.getByRole('row').filter({ hasText: who.firstName })).toContainText(
        String(project.units.length),
      );
    }
  });

  test('the countdown goes on to the next project by itself', async ({ page, records, request }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 1);
    await page.clock.install();
    await signIn(page, who, `/estimations/assessments/${project.id}/${lastOf(project, 1)[0]?.id}`);
    await tap(page, '80000');
    await button(page, 'Save & Submit').tap();
    await expect(page.getByRole('timer')).toHaveText(/^Going on in \d+ s$/);
    await page.clock.runFor(11_000);
    await expect(page.getByRole('heading', { level: 1, name: /^Unit / })).toBeVisible();
    expect(new URL(page.url()).pathname).not.toContain(project.id);
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  test('the keypad takes the amount, a keyboard that is attached works, and none comes onto the screen', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 1);
    const [unit] = lastOf(project, 1) as [Unit];
    await signIn(page, who, `/estimations/assessments/${project.id}/${unit.id}`);
    await expect(unitTitle(page, unit)).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await tap(page, '95');
    await amount(page).tap();
    expect(await page.evaluate(() => document.activeElement?.matches('input, textarea, [contenteditable]'))).toBe(
      false,
    );
    await page.keyboard.type('0007');
    await page.keyboard.press('Backspace');
    await expect(amount(page)).toContainText('95,000');
    expect(await page.evaluate(() => document.documentElement.scrollHeight), 'nothing to scroll').toBeLessThanOrEqual(
      768,
    );
    await fits(page, 1024);
    await button(page, 'Save & Submit').tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible();
    expect((await rentsOf(request, who, project)).at(-1)).toBe(95_000);
  });
});

test.describe('on a small desktop', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('digits are typed into the amount, and touching it brings no other keyboard', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 1);
    await signIn(page, who, `/estimations/assessments/${project.id}/${lastOf(project, 1)[0]?.id}`);
    await expect(amount(page)).toBeFocused();
    await page.keyboard.type('95a000');
    await expect(amount(page)).toHaveValue('95,000');
    await expect(amount(page)).toHaveAttribute('inputmode', 'none');
    await expect(page.getByText('Type numbers or use the keypad below.')).toBeVisible();
  });
});

test.describe('by keyboard', () => {
  test.use({ refusals: [503] });

  test('the whole flow, and an estimate whose response was lost is saved one time', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 2);
    const [first, second] = lastOf(project, 2) as [Unit, Unit];
    await signIn(page, who, '/estimations/assessments');
    const search = page.getByRole('searchbox', { name: 'Search projects' });
    await tabTo(page, search);
    await page.keyboard.type(project.name);
    await expect(page.getByText('1 project', { exact: true })).toBeVisible();
    await tabTo(page, page.getByRole('link').filter({ hasText: project.name }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Continue', exact: true }));
    await page.keyboard.press('Enter');

    await expect(unitTitle(page, first)).toBeVisible();
    await expect(amount(page)).toBeFocused();
    await expect(page.getByText('Type numbers or use the keypad below.')).toBeVisible();
    await page.keyboard.type('ab95000');
    await expect(amount(page)).toHaveValue('95,000');
    await fits(page, 1440);

    const keys: (string | undefined)[] = [];
    await page.route('**/api/assessments', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // The server receives it, but the response gets lost.
      await route.fetch();
      if (keys.length === 1) await route.fulfill({ status: 503, body: '' });
      else await route.fallback();
    });
    await page.keyboard.press('Enter');
    await expect(unitTitle(page, second)).toBeVisible();
    await expect.poll(() => keys.length).toBe(2);
    expect(keys[0]).toBe(keys[1]);
    await page.unroute('**/api/assessments');

    await expect(button(page, 'Save & Submit')).toBeVisible();
    await expect(amount(page)).toBeFocused();
    await page.keyboard.type('120000');
    await tabTo(page, button(page, '-5%'));
    await page.keyboard.press('Space');
    await expect(amount(page)).toHaveValue('114,000');
    await tabTo(page, button(page, 'Save & Submit'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: 'Return to Projects' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Assessments' })).toBeVisible();
    expect((await rentsOf(request, who, project)).slice(-2)).toEqual([95_000, 114_000]);
  });
});

test("the browser's own way back is refused while something is not saved, and works as soon as it is", async ({
  page,
  records,
  request,
}) => {
  const who = await records.user(['estimations']);
  const project = await begunProject(request, who, 3);
  const [first, second, third] = lastOf(project, 3) as [Unit, Unit, Unit];
  await signIn(page, who, `/estimations/assessments/${project.id}/${first.id}`);
  await expect(amount(page)).toBeFocused();
  await page.keyboard.type('95000');
  await page.keyboard.press('Enter');
  await expect(unitTitle(page, second)).toBeVisible();
  await page.keyboard.type('8');
  await page.evaluate(() => history.back());
  await expect(notice(page)).toContainText('Please save your current assessment before navigating to another unit.');
  await expect(unitTitle(page, second)).toBeVisible();
  await page.keyboard.type('0000');
  await page.keyboard.press('Enter');
  await expect(unitTitle(page, third)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(unitTitle(page, second)).toBeVisible();
  await expect(amount(page)).toHaveValue('80,000');
});

test.describe('addresses', () => {
  test('what an address cannot mean is replaced by what it can', async ({ page, records, request }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 1);
    const at = `/estimations/assessments/${project.id}`;
    await signIn(page, who, '/estimations/assessments?filter=nonsense');
    await expect(page).toHaveURL(/\?filter=all$/);
    // "The assessments filter defaults to 'all'."
    for (const plain of ['/estimations/assessments', '/estimations/assessments/']) {
      await page.goto(plain);
      await expect(page).toHaveURL(/\/estimations\/assessments\/?\?filter=all$/);
    }
    const [zeroth, next] = project.units as [Unit, Unit];
    await page.goto(`${at}/1`);
    await expect(page).toHaveURL(new RegExp(`${at}/${next.id}$`));
    await page.goto(`${at}/0123456789abcdef01234567`);
    await expect(page).toHaveURL(new RegExp(`${at}/${zeroth.id}$`));
    await expect(unitTitle(page, zeroth)).toBeVisible();
  });

  test('who may not estimate finds no page there', async ({ page }) => {
    for (const path of ['/estimations', '/estimations/assessments', '/estimations/leaderboard']) {
      await signIn(page, 'analyst', path);
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    }
  });
});
