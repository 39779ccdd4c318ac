// The overview and home: what waits for the user, what changed, and what is next, as far as the user may open it.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { navigation, results } from './screen';

async function requestToJoin(page: Page): Promise<string> {
  const email = `${unique('sara').replace(' ', '.')}@demo.test`;
  const data = { firstName: 'Sara', lastName: 'Amin', email, message: 'I know the Marina.' };
  expect((await page.request.post('/api/join-requests', { data })).ok()).toBe(true);
  return email;
}

const DAY = 86_400_000;

/** The Monday of the week that is so many weeks after this one. */
function mondayAfter(weeks: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai', dateStyle: 'short' }).format(Date.now());
  const monday = new Date(`${today}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() + 7 * weeks - ((monday.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

const waiting = (page: Page) => page.getByRole('main').getByRole('link', { name: /waits? for a decision$/ });

test('what waits leads to where it is done, from the overview and from home', async ({ page }) => {
  const email = await requestToJoin(page);
  await signIn(page, 'admin', '/backoffice');
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /flags? ha(s|ve) not been looked at$/ })).toBeVisible();
  await axe(page);
  await waiting(page).click();
  await expect(page).toHaveURL(/\/backoffice\/join-requests\?/);
  await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible();
  await expect(page.getByText('Declined', { exact: true })).toHaveCount(0);

  await page.goto('/home');
  const flags = page.getByRole('main').getByRole('link', { name: /flags? ha(s|ve) not been looked at$/ });
  await expect(waiting(page)).toBeVisible();
  await axe(page);
  const count = /^[\d,]+/.exec(await flags.innerText())?.[0];
  await flags.click();
  await expect(page).toHaveURL(/\/analytics\/flags\?/);
  await expect(results(page)).toHaveText(new RegExp(`of ${count} results$`));
});

test('next week is planned from the overview, which shows its projects then', async ({ page, records }) => {
  await signIn(page, 'admin', '/backoffice');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: "Next week's rotation" }) });
  await expect(card).toContainText(/^Next week's rotationThe week of .* has no rotation yet\.$/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Next week, from .*, has no rotation yet$/ })
    .click();
  await expect(page.getByRole('heading', { name: /Create Weekly rotation/i })).toBeVisible();

  const { items } = await records.list('projects', { limit: 2 });
  const weekStart = mondayAfter(1);
  const projectIds = items.map(({ id }) => id);
  await records.create('projects/weekly-rotations', { name: unique('Next'), weekStart, projectIds });
  await page.goto('/backoffice');
  await expect(card.getByRole('listitem')).toHaveText(items.map(({ name }) => String(name)));
  await expect(page.getByRole('main').getByRole('link', { name: /has no rotation yet$/ })).toHaveCount(0);
});

test('a project of this week that is behind waits, and leads to the rotation', async ({ page, records }) => {
  const monday = mondayAfter(0);
  const project = await records.project();
  await records.unit(project);
  const { items } = await records.list('projects/weekly-rotations', { limit: 100 });
  const planned = items.find(({ weekStart }) => weekStart === monday);
  if (planned) {
    const projectIds = (planned['projects'] as { _id: string }[]).map(({ _id }) => _id);
    await records.change('projects/weekly-rotations', planned.id, { projectIds: [project.id] });
    records.restoresAfter('projects/weekly-rotations', planned.id, { projectIds });
  } else {
    const projectIds = [project.id];
    await records.create('projects/weekly-rotations', { name: unique('Now'), weekStart: monday, projectIds });
  }
  // Its Sunday, at noon in Dubai: on a Monday nothing is behind.
  await page.clock.setFixedTime(Date.parse(`${monday}T08:00:00Z`) + 6 * DAY);
  await signIn(page, 'admin', '/backoffice');
  await page
    .getByRole('main')
    .getByRole('link', { name: '1 project of this week is behind: fewer than 85 % of its units are estimated' })
    .click();
  await expect(page).toHaveURL(/\/rotations\/\w+\/show$/);
  await expect(page.getByRole('definition').getByRole('link', { name: project.name })).toBeVisible();
});

test('the latest changes have old and new values, and a change of many records leads to each', async ({
  page,
  records,
}) => {
  const project = await records.project();
  const units = [await records.unit(project), await records.unit(project), await records.unit(project)];
  const data = { email: 'admin@demo.test', password: 'mizan-demo' };
  const { accessToken } = (await (await page.request.post('/api/auth/login', { data })).json()) as {
    accessToken: string;
  };
  const changed = await page.request.patch('/api/backoffice/units', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { unitIds: units.map(({ id }) => id), update: { view: unique('Creek') } },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await records.change('units', units[0]?.id ?? '', { yearlyRentInAED: 95_000 });

  await signIn(page, 'admin', '/backoffice');
  const heading = page.getByRole('heading', { name: 'Latest changes', exact: true });
  const latest = page.getByRole('article').filter({ has: heading });
  const entries = latest.getByRole('listitem');
  await expect(entries.filter({ hasText: String(units[0]?.['unitNumber']) }).first()).toContainText(/80,000.*95,000/);
  await latest
    .getByRole('link', { name: /updated 3 units$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/backoffice\/changes\?/);
  // The latest changes stay until those of the request are there.
  const each = page.getByRole('main').getByRole('link', { name: / (created|updated) / });
  await expect(each).toHaveCount(3);
  for (const { unitNumber } of units) await expect(each.filter({ hasText: String(unitNumber) })).toHaveCount(1);
});

test('a number is shown once beside the navigation, and never as one bar of 100 %', async ({ page }) => {
  await signIn(page, 'admin', '/backoffice');
  const units = navigation(page).getByRole('link', { name: /^Units/ });
  await expect(units).toHaveText(/\d/);
  const count = (await units.innerText()).replace(/[^\d,]/g, '');
  const shown = page.getByRole('main').getByText(count, { exact: true });
  await expect(shown).toHaveCount(1);
  const users = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Users by state' }) });
  await expect(users).toBeVisible();
  await expect(users.getByText('100 %')).toHaveCount(0);
  const everything = page.getByRole('region', { name: 'All records' });
  await expect(everything.getByText('The people who can sign in, and their roles.')).toBeVisible();
  expect(await everything.innerText()).not.toMatch(/\d/);
});

test('nothing waits for an estimator or an analyst that they may not open', async ({ page }) => {
  await signIn(page, 'estimator', '/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toHaveCount(0);
  await signIn(page, 'analyst', '/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});
