// Estimates over a network that fails at random, with reloads, two tabs and a server that is killed: the server gets
// each estimate once, and the last one of each unit wins.
import type { APIRequestContext, BrowserContext, Page, Route } from '@playwright/test';
import { begunProject, headersOf, lastOf, type Unit } from './estimating';
import { axe, expect, signInByForm as signInHere, test as base, type Credentials } from './fixtures';
import { OwnServer, type Fault } from './own-server';
import type { User } from './records';
import { button, notice } from './screen';

const UNITS = 50;
const HALF = UNITS / 2;

const test = base.extend<{ server: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, give) => {
    const server = await OwnServer.start();
    await give(server);
    await server.end();
  },
});

/** Seeded random numbers from 0 to 1, the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface TestProject {
  who: Credentials;
  project: string;
  units: string[];
  /** Sends a GET as the administrator. */
  get: <Answer>(path: string) => Promise<Answer>;
}

async function prepare(request: APIRequestContext, { url, admin }: OwnServer): Promise<TestProject> {
  const login = await request.post(`${url}/api/auth/login`, { data: admin });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const post = async (path: string, data: object): Promise<Record<string, string>> => {
    const answer = await request.post(`${url}/api/backoffice/${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const { _id: developerId } = await post('developers', { name: 'Emaar' });
  const fields = { location: 'Dubai Marina', projectType: 'Apartments', developer: { _id: developerId } };
  const { _id: project = '' } = await post('projects', { name: 'Marina Heights', ...fields });
  const units: string[] = [];
  for (let number = 1; number <= UNITS; number += 1) {
    const created = await post('units', {
      unitNumber: String(number),
      projectId: project,
      developerId,
      bedrooms: number % 4,
      totalAreaInSqFt: 800,
      purchasePriceInAED: 1_000_000,
      yearlyRentInAED: 80_000,
      serviceChargesPerSqFt: 10,
    });
    units.push(created['_id'] ?? '');
  }
  const who = { email: 'layla@outbox.test', password: 'another quiet password' };
  await post('users', { firstName: 'Layla', lastName: 'Haddad', roles: ['estimations'], ...who });
  return {
    who,
    project,
    units,
    get: async (path) => (await (await request.get(`${url}/api/${path}`, { headers })).json()) as never,
  };
}

async function signIn(context: BrowserContext, { url }: OwnServer, { email, password }: Credentials): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
  await page.waitForURL(`${url}/home`);
  await page.close();
}

const unitTitle = (page: Page, number: number | RegExp) =>
  page.getByRole('heading', { level: 1, name: typeof number === 'number' ? new RegExp(`^Unit ${number}\\b`) : number });

/** Saves the current unit, and returns once the app reports it as saved. */
async function estimate(page: Page, rent: number): Promise<void> {
  const before = await unitTitle(page, /^Unit/).textContent();
  await page.getByLabel('Estimated yearly rent').fill(String(rent));
  await page.getByRole('button', { name: /^Save &/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: before ?? '' })).toHaveCount(0);
}

/** One tab's work: some of the project's units, some of them twice, with occasional reloads. */
async function work(
  page: Page,
  { url }: OwnServer,
  { project }: TestProject,
  [from, to]: [from: number, to: number],
  random: () => number,
  meanwhile: (index: number) => Promise<void> = () => Promise.resolve(),
): Promise<Map<number, number[]>> {
  const typed = new Map<number, number[]>();
  await page.goto(`${url}/estimations/assessments/${project}/${from}`);
  for (let index = from; index < to; index += 1) {
    await expect(unitTitle(page, index + 1)).toBeVisible();
    const rents = [Math.round(50_000 + random() * 100_000)];
    await estimate(page, rents[0] ?? 0);
    await meanwhile(index);
    if (random() < 0.2) {
      rents.push(Math.round(200_000 + random() * 100_000));
      await page.goto(`${url}/estimations/assessments/${project}/${index}`);
      await expect(unitTitle(page, index + 1)).toBeVisible();
      await estimate(page, rents[1] ?? 0);
    } else if (random() < 0.15) {
      await page.goto(`${url}/estimations/assessments/${project}/${index + 1}`);
    }
    typed.set(index, rents);
  }
  return typed;
}

/** Checks that the server has each unit's last estimate, and in its history each saved one once. */
async function expectAll({ units, get }: TestProject, typed: Map<number, number[]>): Promise<void> {
  interface Estimation {
    _id: string;
    unit: { _id: string };
    estimatedYearlyRentInAED: number;
  }
  const list = () => get<{ items: Estimation[]; total: number }>('backoffice/estimations?limit=100');
  const rents = async (): Promise<(number | undefined)[]> => {
    const byUnit = new Map((await list()).items.map((one) => [one.unit['_id'], one.estimatedYearlyRentInAED]));
    return units.map((unit) => byUnit.get(unit));
  };
  const last = units.map((_, index) => typed.get(index)?.at(-1));
  await expect.poll(rents, { timeout: 60_000 }).toEqual(last);
  const { items, total } = await list();
  expect(total).toBe(UNITS);
  for (const [index, all] of typed) {
    const id = items.find(({ unit }) => unit['_id'] === units[index])?.['_id'];
    const history = await get<{ total: number }>(`backoffice/estimations/${id}/history`);
    expect(history.total, `versions of unit ${index + 1}`).toBe(all.length);
  }
}

/** Activates each tab, which retries at once, until none has waiting estimates. */
async function sent(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await page.bringToFront();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-label$="to be sent"]')).toHaveCount(0, { timeout: 60_000 });
  }
}

const isSave = (method: string | undefined, path: string | undefined): boolean =>
  method === 'POST' && path === '/api/assessments';

test('50 estimates over a network that fails at random, from two tabs with reloads', async ({
  browser,
  request,
  server,
}) => {
  test.slow();
  const testProject = await prepare(request, server);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await signIn(context, server, testProject.who);
  const random = seeded(50);
  const faults: Fault[] = ['before', 'during', 'after'];
  const happened = new Map<Fault, number>();
  server.fault = ({ method, url }) => {
    if (!isSave(method, url) || random() < 0.4) return 'none';
    const fault = faults[Math.floor(random() * faults.length)] ?? 'none';
    happened.set(fault, (happened.get(fault) ?? 0) + 1);
    return fault;
  };
  const [one, other] = [await context.newPage(), await context.newPage()];
  const [ones, others] = await Promise.all([
    work(one, server, testProject, [0, HALF], seeded(1)),
    work(other, server, testProject, [HALF, UNITS], seeded(2)),
  ]);
  expect([...happened.keys()].toSorted()).toEqual(['after', 'before', 'during']);
  server.fault = () => 'none';
  await sent(one, other);
  await expectAll(testProject, new Map([...ones, ...others]));
  await context.close();
});

test('50 estimates while the server is killed again and again', async ({ browser, request, server }) => {
  test.slow();
  const testProject = await prepare(request, server);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await signIn(context, server, testProject.who);
  const page = await context.newPage();
  let down = false;
  const meanwhile = async (index: number): Promise<void> => {
    if (index % 7 === 3) {
      down = true;
      await server.kill();
    } else if (down && index % 7 === 6) {
      await server.serve();
      down = false;
    }
  };
  // Without repetitions and reloads: the page itself comes from the server that is down.
  const never = (): number => 0.5;
  const typed = await work(page, server, testProject, [0, UNITS], never, meanwhile);
  if (down) await server.serve();
  await sent(page);
  await expectAll(testProject, typed);
  await context.close();
});

/** The rents that an estimator has saved in all projects. */
async function estimatesOf(request: APIRequestContext, who: Credentials): Promise<number[]> {
  const headers = await headersOf(request, who);
  const { items } = (await (await request.get('/api/projects?filter=in-progress', { headers })).json()) as {
    items: { _id: string }[];
  };
  const all = await Promise.all(
    items.map(async ({ _id }) => {
      const answer = await request.get(`/api/assessments?projectId=${_id}`, { headers });
      return (await answer.json()) as { estimatedYearlyRentInAED: number }[];
    }),
  );
  return all.flat().map((one) => one.estimatedYearlyRentInAED);
}

test.describe('what has not been sent', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, refusals: [401, 403, 422, 503, 511] });

  /** Saves an estimate that does not reach the server; returns its unit. */
  async function saveUnsent(page: Page, request: APIRequestContext, who: User): Promise<Unit> {
    const project = await begunProject(request, who, 3);
    const [unit] = lastOf(project, 3) as [Unit];
    await page.route('**/api/assessments', (route) => route.fulfill({ status: 503, body: '' }));
    await signInHere(page, who, `/estimations/assessments/${project.id}/${unit.id}`);
    for (const digit of '95000') await button(page.getByRole('group', { name: 'Keypad' }), digit).tap();
    await button(page, 'Save & Continue').tap();
    await expect(button(page, '1 estimate waits to be sent')).toBeVisible();
    return unit;
  }

  test('signing out asks for confirmation, loses nothing, and shows nothing of it to the next user', async ({
    page,
    records,
    request,
  }) => {
    const [who, other] = [await records.user(['estimations']), await records.user(['estimations'])];
    const { unitNumber } = await saveUnsent(page, request, who);
    await button(page, '1 estimate waits to be sent').tap();
    await expect(page.getByRole('list', { name: 'Waiting to be sent' })).toContainText(`Unit ${unitNumber}`);
    await axe(page);
    await page.keyboard.press('Escape');

    await button(page, `Account of ${who.firstName} ${who.lastName}`).tap();
    await button(page, 'Sign out').tap();
    const question = page.getByRole('dialog', { name: '1 estimate has not been sent' });
    await expect(button(question, 'Stay signed in')).toBeFocused();
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(button(page, '1 estimate waits to be sent')).toBeVisible();
    await button(page, `Account of ${who.firstName} ${who.lastName}`).tap();
    await button(page, 'Sign out').tap();
    await button(question, 'Sign out').tap();
    await page.waitForURL(/\/login/);

    await page.unroute('**/api/assessments');
    await signInHere(page, other, '/estimations');
    await expect(page.getByRole('heading', { level: 1, name: 'Estimations' })).toBeVisible();
    await expect(page.getByRole('button', { name: /waits to be sent/ })).toHaveCount(0);
    expect(await estimatesOf(request, other)).toEqual([]);

    await button(page, `Account of ${other.firstName} ${other.lastName}`).tap();
    await button(page, 'Sign out').tap();
    await page.waitForURL(/\/login/);
    await signInHere(page, who, '/estimations');
    await expect.poll(() => estimatesOf(request, who)).toContain(95_000);
  });

  test('a tab that is killed loses nothing: the next one sends it', async ({ page, context, records, request }) => {
    const who = await records.user(['estimations']);
    await saveUnsent(page, request, who);
    await page.close();
    const next = await context.newPage();
    await next.goto('/estimations');
    await expect.poll(() => estimatesOf(request, who)).toContain(95_000);
  });

  test('an ended session is reported, and the next sign-in sends the outbox', async ({ page, records, request }) => {
    const who = await records.user(['estimations']);
    await saveUnsent(page, request, who);
    const headers = await headersOf(request, who);
    const ended = await request.post('/api/auth/logout?everywhere=true', { headers });
    expect(ended.ok()).toBe(true);
    await expect.poll(async () => (await request.get('/api/auth/me', { headers })).status()).toBe(401);
    await page.unroute('**/api/assessments');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog).toContainText('1 estimate is stored on this phone.');
    await page.waitForURL(/\/login/);
    await button(dialog, 'Sign in').tap();
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await button(page, 'Sign in').tap();
    await expect.poll(() => estimatesOf(request, who)).toContain(95_000);
  });

  test('what a captive portal answers is no answer: the estimate waits, and is sent once after it', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 3);
    const [unit] = lastOf(project, 3) as [Unit];
    const form = { contentType: 'text/html', body: '<title>Sign in to the network</title>' };
    const portal: NonNullable<Parameters<Route['fulfill']>[0]>[] = [
      form,
      { ...form, status: 511 },
      { ...form, status: 403 },
      { json: { status: 'sign in' } },
    ];
    // Each attempt is answered when it has been looked for: it is sent again by itself, too.
    const attempts: Route[] = [];
    await page.route('**/api/assessments', (route) => void attempts.push(route));
    const arrived = async (attempt: number): Promise<Route> => {
      await expect.poll(() => attempts.length).toBe(attempt + 1);
      return attempts[attempt] as Route;
    };
    await signInHere(page, who, `/estimations/assessments/${project.id}/${unit.id}`);
    for (const digit of '95000') await button(page.getByRole('group', { name: 'Keypad' }), digit).tap();
    await button(page, 'Save & Continue').tap();
    for (const [attempt, answer] of portal.entries()) {
      await (await arrived(attempt)).fulfill(answer);
      await expect(button(page, '1 estimate waits to be sent')).toBeVisible();
      await expect(page.getByRole('button', { name: /not saved$/ })).toHaveCount(0);
      // The network changes, so that it is sent again without a pause.
      await page.evaluate(() => dispatchEvent(new Event('online')));
    }
    await (await arrived(portal.length)).fallback();
    await expect(page.locator('[aria-label$="to be sent"]')).toHaveCount(0);
    expect((await estimatesOf(request, who)).filter((rent) => rent === 95_000)).toHaveLength(1);
    const keys = attempts.map((route) => route.request().headers()['idempotency-key']);
    expect(keys).toHaveLength(portal.length + 1);
    expect(new Set(keys).size).toBe(1);
  });

  test('what the server refuses is shown with its reason, and can be corrected or given up', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 3);
    const [first, second] = lastOf(project, 3) as [Unit, Unit];
    await page.route('**/api/assessments', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({ title: 'Unprocessable', status: 422, detail: 'This unit is on hold' }),
      }),
    );
    await signInHere(page, who, `/estimations/assessments/${project.id}/${first.id}`);
    for (const rent of ['95000', '80000']) {
      for (const digit of rent) await button(page.getByRole('group', { name: 'Keypad' }), digit).tap();
      await button(page, 'Save & Continue').tap();
    }
    await expect(notice(page)).toContainText('This unit is on hold');
    await button(page, '2 estimates were not saved').tap();
    const refused = page.getByRole('list', { name: 'Not saved' }).getByRole('listitem');
    await expect(refused).toHaveCount(2);
    await axe(page);
    await button(refused.filter({ hasText: `Unit ${second.unitNumber}` }), 'Discard').tap();
    await expect(refused).toHaveCount(1);
    await page.unroute('**/api/assessments');
    await refused.getByRole('link', { name: 'Correct' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: `Unit ${first.unitNumber}` })).toBeVisible();
    await expect(page.getByText('This unit is on hold').first()).toBeVisible();
    await button(page, '+5%').tap();
    await button(page, 'Save & Continue').tap();
    await expect.poll(() => estimatesOf(request, who)).toContain(99_750);
    await expect(page.getByRole('button', { name: /not saved$/ })).toHaveCount(0);
    expect(await estimatesOf(request, who)).not.toContain(95_000);
  });
});
