// A browser that forbids all storage but cookies, as some do by a setting or in private windows: every screen works, and
// nothing is lost while the page is open.
import type { BrowserContext, Page } from '@playwright/test';
import { begunProject, headersOf, lastOf, type Unit } from './estimating';
import { axe, expect, isOfNetwork, signInByForm, test } from './fixtures';
import { button, notice } from './screen';
import { delayResponses } from './server-faults';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, refusals: [401] });

/** Before any script of the app. Without locks and channels, or with such that may not be used. */
async function forbid(context: BrowserContext, missing: boolean): Promise<void> {
  await context.addInitScript((isMissing) => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse, configurable: true });
    if (isMissing) {
      Object.defineProperty(navigator, 'locks', { value: undefined });
      Object.defineProperty(globalThis, 'BroadcastChannel', { value: undefined });
    } else {
      LockManager.prototype.request = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
      Object.defineProperty(globalThis, 'BroadcastChannel', { value: refuse });
    }
  }, missing);
}

async function tap(page: Page, keys: string[]): Promise<void> {
  for (const key of keys) await button(page.getByRole('group', { name: 'Keypad' }), key).tap();
}

for (const missing of [true, false]) {
  test(`signing in, home, lists and assessments work, with locks and channels ${missing ? 'missing' : 'forbidden'}`, async ({
    page,
    context,
    records,
    request,
    complaints,
  }) => {
    await forbid(context, missing);
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 3);
    const [first, second, third] = lastOf(project, 3) as [Unit, Unit, Unit];
    const headers = await headersOf(request, who);
    const rents = async (): Promise<(number | undefined)[]> => {
      const answer = await request.get(`/api/assessments?projectId=${project.id}`, { headers });
      const all = (await answer.json()) as { unitId: string; estimatedYearlyRentInAED: number }[];
      return [first, second].map(({ id }) => all.find(({ unitId }) => unitId === id)?.estimatedYearlyRentInAED);
    };
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await signInByForm(page, who);
    await expect(page.getByRole('heading', { level: 2, name: 'This week' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 2, name: 'This week' })).toBeVisible();
    await page.goto('/estimations/assessments/');
    await expect(page.getByRole('link').filter({ hasText: project.name }).first()).toBeVisible();
    await page.goto('/estimations/leaderboard');
    await expect(page.getByRole('table')).toBeVisible();
    await page.goto(`/estimations/assessments/${project.id}/${first.id}`);
    const title = ({ unitNumber }: Unit) => page.getByRole('heading', { level: 1, name: `Unit ${unitNumber}` });
    await expect(title(first)).toBeVisible();
    await tap(page, ['9', '5', '000']);
    await button(page, 'Save & Continue').tap();
    await expect(title(second)).toBeVisible();
    await expect(notice(page)).toContainText('Assessment saved successfully!');
    expect(await rents(), 'the server has it at once').toEqual([95_000, undefined]);

    await context.setOffline(true);
    const offline =
      'You are offline. This browser stores nothing: saved estimates are kept only while this page is open.';
    await expect(button(page, offline)).toBeVisible();
    await tap(page, ['9', '6', '000']);
    await button(page, 'Save & Continue').tap();
    await expect(title(third)).toBeVisible();
    await expect(notice(page)).toContainText('Not sent yet. It is kept only while this page is open.');
    await button(page, '1 estimate waits to be sent').tap();
    const dialog = page.getByRole('dialog', { name: 'Estimates on this phone' });
    await expect(dialog).toContainText('they are kept only while this page is open');
    await axe(page);
    await button(dialog, 'Close').tap();
    await context.setOffline(false);
    await expect.poll(rents).toEqual([95_000, 96_000]);
    await expect(page.locator('[aria-label$="to be sent"]')).toHaveCount(0);
    complaints.splice(0, complaints.length, ...complaints.filter((one) => !isOfNetwork(one)));
  });
}

test('a server that does not answer: within ten seconds the page says that the estimate is not sent yet, and it is saved once', async ({
  page,
  context,
  records,
  request,
}) => {
  await forbid(context, true);
  await page.clock.install();
  const who = await records.user(['estimations']);
  const project = await begunProject(request, who, 2);
  const [first, second] = lastOf(project, 2) as [Unit, Unit];
  await signInByForm(page, who);
  await expect(page.getByRole('heading', { level: 2, name: 'This week' })).toBeVisible();
  await page.goto(`/estimations/assessments/${project.id}/${first.id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Unit ${first.unitNumber}` })).toBeVisible();
  const release = await delayResponses(page, '**/api/assessments', 'POST');
  const keys: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/api/assessments'))
      keys.push(sent.headers()['idempotency-key'] ?? '');
  });
  await tap(page, ['9', '5', '000']);
  const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/assessments'));
  await button(page, 'Save & Continue').tap();
  await sent;
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('heading', { level: 1, name: `Unit ${second.unitNumber}` })).toBeVisible();
  await expect(notice(page)).toContainText('Not sent yet. It is kept only while this page is open.');
  await expect(button(page, '1 estimate waits to be sent')).toBeVisible();
  release();
  await expect(page.locator('[aria-label$="to be sent"]')).toHaveCount(0);
  const answer = await request.get(`/api/assessments?projectId=${project.id}`, {
    headers: await headersOf(request, who),
  });
  expect((await answer.json()) as unknown[]).toContainEqual(
    expect.objectContaining({ unitId: first.id, estimatedYearlyRentInAED: 95_000 }),
  );
  expect(new Set(keys).size).toBe(1);
});

test('a screen that cannot be loaded says so, and is not loaded without end', async ({ page, context, complaints }) => {
  await forbid(context, true);
  await signInByForm(page, 'estimator');
  await page.route('**/assets/leaderboard-*.js', (route) => route.abort());
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/estimations/leaderboard');
  await expect(page.getByRole('alert').getByRole('button').first()).toBeVisible();
  expect(loads).toBe(1);
  complaints.splice(0);
});
