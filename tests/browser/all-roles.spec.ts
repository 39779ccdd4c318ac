// A week with all roles: an administrator chooses the projects, an estimator assesses one, an analyst sees the result,
// and the administrator sees who did what.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test, type Credentials } from './fixtures';
import { unique } from './records';
import { button, choose, fact, find, notice, results } from './screen';

const ROTATIONS = '/backoffice/rotations';

interface Project {
  id: string;
  name: string;
  units: { _id: string; unitNumber: string }[];
}

/** The Monday of this week in Dubai. */
function monday(): string {
  const today = new Date(
    `${new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(new Date())}T00:00:00Z`,
  );
  today.setUTCDate(today.getUTCDate() - ((today.getUTCDay() + 6) % 7));
  return today.toISOString().slice(0, 10);
}

async function headersOf(
  request: APIRequestContext,
  { email, password }: Credentials,
): Promise<{ authorization: string }> {
  const login = await request.post('/api/auth/login', { data: { email, password } });
  return { authorization: `Bearer ${((await login.json()) as { accessToken: string }).accessToken}` };
}

/** A project that this estimator has assessed except for its last two units. */
async function nearlyAssessed(request: APIRequestContext, who: Credentials): Promise<Project> {
  const headers = await headersOf(request, who);
  const { items } = (await (await request.get('/api/projects?limit=100', { headers })).json()) as {
    items: { _id: string; unitsCount: number }[];
  };
  const { _id: id } = items.find(({ unitsCount }) => unitsCount > 4 && unitsCount <= 500) ?? { _id: '' };
  expect(id, 'a project with some units').not.toBe('');
  const project = (await (await request.get(`/api/projects/${id}/with-units`, { headers })).json()) as Omit<
    Project,
    'id'
  >;
  const assessments = project.units.slice(0, -2).map(({ _id: unitId }) => ({
    unitId,
    estimatedYearlyRentInAED: 80_000,
    estimatedCapitalAppreciationPercentage: 0,
    confidenceScore: 0,
  }));
  const answer = await request.post('/api/assessments/submissions', { headers, data: { projectId: id, assessments } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { ...project, id };
}

/** What the explorer shows of a project: the number of estimates, and of estimators. */
async function chartValues(page: Page): Promise<number[]> {
  const row = page.getByRole('table').locator('tbody').getByRole('row').first();
  const cells = await row.getByRole('cell').allTextContents();
  return cells.map((cell) => Number((cell.split('n ')[0] ?? '').replaceAll(',', '')));
}

const digits = async (page: Page, amount: string): Promise<void> => {
  const keypad = page.getByRole('group', { name: 'Keypad' });
  for (const digit of amount) await button(keypad, digit).click();
};

const chips = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Projects' }).locator('xpath=..').locator('bdi');

/** Adds a project to the rotation in the form. */
async function take(page: Page, name: string): Promise<void> {
  await find(page, 'Projects', name);
  await expect(chips(page).last()).toHaveText(name);
  // The picker stays open for the next project, over the rest of the form.
  await page.keyboard.press('Escape');
}

test.use({ refusals: [401] });

test('a rotation is created, its project assessed on a phone, the estimate changes, and the history names each actor', async ({
  page,
  visitor,
  records,
  request,
}) => {
  const estimator = await records.user(['estimations']);
  const project = await nearlyAssessed(request, estimator);
  const [before, last] = project.units.slice(-2) as [Project['units'][number], Project['units'][number]];

  // A week has one rotation, so an existing one is moved during this test.
  const week = monday();
  const { items } = await records.list('projects/weekly-rotations', { limit: 100 });
  const holder = items.find(({ weekStart }) => weekStart === week);
  if (holder) {
    records.restoresAfter('projects/weekly-rotations', holder.id, { weekStart: week });
    await records.change('projects/weekly-rotations', holder.id, { weekStart: null });
  }

  const name = unique('Look');
  await test.step('an administrator makes a rotation with this week', async () => {
    await signIn(page, 'admin', ROTATIONS);
    await page.getByRole('link', { name: 'Create Weekly rotation' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Week start').selectOption(week);
    await take(page, project.name);
    await axe(page);
    await button(page, 'Create Weekly rotation').click();
    await expect(notice(page)).toContainText('Weekly rotation created successfully');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    records.deletesAfter('projects/weekly-rotations', new URL(page.url()).pathname.split('/')[3] ?? '');
    await expect(fact(page, 'Projects').getByRole('link')).toHaveText([project.name]);
    await axe(page);
  });

  const analyst = await visitor();
  const filters = JSON.stringify({
    operator: 'AND',
    conditions: [{ field: 'project', operator: 'equals', value: project.id }],
  });
  const view = `/analytics/explorer?${new URLSearchParams({ dataset: 'assessments', measures: 'estimates', rows: 'project', filters })}&measures=estimators`;
  let [estimates = 0, people = 0] = [0, 0];
  await test.step('an analyst looks at what there is of it', async () => {
    await signIn(analyst, 'analyst', view);
    await expect(analyst.getByRole('rowheader', { name: project.name })).toBeVisible();
    [estimates = 0, people = 0] = await chartValues(analyst);
    expect(estimates).toBeGreaterThanOrEqual(project.units.length - 2);
  });

  const phone = await visitor();
  await phone.setViewportSize({ width: 390, height: 844 });
  await test.step('an estimator assesses its project on a phone', async () => {
    await signIn(phone, estimator, '/estimations');
    await expect(phone.getByRole('heading', { level: 1, name: 'Estimations' })).toBeVisible();
    await phone.getByRole('main').getByRole('link').filter({ hasText: project.name }).first().click();
    await phone.goto(`/estimations/assessments/${project.id}`);
    await phone.getByRole('link', { name: 'Continue', exact: true }).click();
    await expect(phone.getByRole('heading', { level: 1, name: `Unit ${before.unitNumber}` })).toBeVisible();
    await digits(phone, '95000');
    await button(phone, 'Save & Continue').click();
    await expect(phone.getByRole('heading', { level: 1, name: `Unit ${last.unitNumber}` })).toBeVisible();
    await digits(phone, '120000');
    await button(phone, 'Save & Submit').click();
    await expect(phone.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible();
    await button(phone, 'Stay here').click();
  });

  await test.step('the analyst sees the value change', async () => {
    await expect(async () => {
      await analyst.reload();
      await expect(analyst.getByRole('rowheader', { name: project.name })).toBeVisible();
      expect(await chartValues(analyst)).toEqual([estimates + 2, people]);
    }).toPass();
    await analyst.getByLabel('Rows', { exact: true }).selectOption('Estimator');
    await expect(analyst.getByRole('rowheader', { name: estimator.firstName })).toBeVisible();
  });

  const who = `${estimator.firstName} ${estimator.lastName}`;
  await test.step('the administrator sees who did what', async () => {
    await page.goto(`/backoffice/estimations?search=${encodeURIComponent(estimator.firstName)}`);
    await expect(results(page)).toContainText(`of ${project.units.length.toLocaleString('en')} results`);
    await expect(page.getByRole('row').nth(1)).toContainText(who);
    await axe(page);
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    const versions = page.getByRole('list', { name: 'Versions, the newest first' });
    await expect(versions).toContainText(`${who} created it`);
    await axe(page);
  });

  await test.step('and locks the estimator, who is out', async () => {
    await page.goto(`/backoffice/users?search=${encodeURIComponent(estimator.email)}`);
    await choose(page, `${estimator.firstName} ${estimator.lastName}`, 'Lock Account');
    await button(page.getByRole('dialog', { name: 'Lock this account?' }), 'Lock Account').click();
    await expect(notice(page)).toContainText('User locked successfully');
    await phone.goto('/estimations/leaderboard');
    await expect(phone.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await phone.getByLabel('Email').fill(estimator.email);
    await phone.getByLabel('Password', { exact: true }).fill(estimator.password);
    await button(phone, 'Sign in').click();
    await expect(phone.getByText('This account is locked. Ask an administrator to unlock it')).toBeVisible();
  });
});

test('a rotation is renamed, takes and leaves projects, ten at most, and is deleted', async ({ page, records }) => {
  const { items: projects } = await records.list('projects', { limit: 11, sort: 'name:asc' });
  const names = projects.map((project) => String(project['name']));
  expect(new Set(names).size, 'eleven projects with names of their own').toBe(11);
  const name = unique('Tour');
  const { id } = await records.create('projects/weekly-rotations', {
    name,
    projectIds: projects.slice(0, 9).map((project) => project.id),
  });
  await signIn(page, 'admin', `${ROTATIONS}/${id}`);
  await expect(chips(page)).toHaveText(names.slice(0, 9));
  await expect(page.getByText('9 of 10 chosen')).toBeVisible();

  await take(page, names[10] ?? '');
  await expect(page.getByText('At most 10. Remove one to choose another.').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Projects' }).fill(names[9] ?? '');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
  await axe(page);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Projects' }).fill('');
  await page.keyboard.press('Backspace');
  await expect(chips(page)).toHaveText(names.slice(0, 9));
  await take(page, names[10] ?? '');
  await page.getByLabel('Name').fill(`${name} again`);
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Weekly rotation updated successfully');

  await page.goto(`${ROTATIONS}/${id}/show`);
  await expect(fact(page, 'Projects').getByRole('link')).toHaveText([...names.slice(0, 9), names[10] ?? '']);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  const newest = page.getByRole('list', { name: 'Versions, the newest first' }).getByRole('listitem').first();
  await expect(newest).toContainText('Amal Haddad changed Name and Projects');
  await expect(fact(newest, 'Projects')).toHaveText(`Added: ${names[10]}`);
  await axe(page);
  await button(page, 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete this weekly rotation?' }), 'Delete').click();
  await expect(notice(page)).toContainText('Weekly rotation deleted successfully');
});

for (const [account, ways] of [
  ['admin', ['/backoffice', '/estimations', '/analytics']],
  ['estimator', ['/estimations']],
  // In the server under test analysts may read a resource of the back-office.
  ['analyst', ['/analytics', '/backoffice']],
] as const) {
  test(`home leads the ${account} to each area, and a wrong address back to it`, async ({ page }) => {
    await signIn(page, account, '/home');
    const links = page.getByRole('main').getByRole('link');
    await expect(links.first()).toBeVisible();
    const shown = await links.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    for (const way of ways) expect(shown).toContain(way);
    for (const way of ['/backoffice', '/estimations', '/analytics'] as const) {
      if (!(ways as readonly string[]).includes(way)) expect(shown).not.toContain(way);
    }
    for (const way of ways) {
      await page.goto(way);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeHidden();
    }
    await page.goto(`${ways[0]}/no/such/place`);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^Go to / })).toHaveCount(ways.length);
  });
}
