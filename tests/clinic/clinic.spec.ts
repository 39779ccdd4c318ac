// The clinic in a browser: a product of the packed crates and packages, with a logo, a measure and the module of another author.
import type { Page } from '@playwright/test';
import { axe, expect, signIn, signInByForm, test } from '../browser/fixtures';
import { rowsIn, table } from '../browser/explorer';
import type { Records, Row } from '../browser/records';
import { button, choose, fact, notice, results } from '../browser/screen';

const PATIENTS = '/backoffice/patients';

const TABLE = [
  'Name,Born,Insured,Fee',
  'Ada Byron,1990-12-10,true,1250',
  'Carl Gauss,1977-04-30,false,80',
  'Emmy Noether,1982-03-23,true,95',
  '',
].join('\n');

const patientOf = (records: Records, name: string): Promise<Row> =>
  records.create('patients', { name, born: '1990-12-10', insured: true, fee: 1250 });

const amount = (page: Page, patient: string) => page.getByRole('row').filter({ hasText: patient });

test('pages have the name, colours and logo of the clinic before a script has run', async ({ page }) => {
  for (const path of ['/', '/login', PATIENTS]) {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain('<title>Clinic</title>');
    expect(html).not.toContain('<title>Mizan</title>');
    expect(html).toContain('#1f4e9c');
  }
  await page.goto('/');
  await expect(page.locator('svg path[d^="M12 3h8v9h9"]').first()).toBeVisible();
  await axe(page);
});

test('patients are imported, filtered, changed, and have a history; amounts are German', async ({ page, records }) => {
  await signInByForm(page, 'admin', `${PATIENTS}/import`);
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  await (await chooser).setFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await button(page, 'Import 3 rows').click();
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  for (const { id } of (await records.list('patients', { limit: 100 })).items) records.deletesAfter('patients', id);

  const insured = { operator: 'AND', conditions: [{ field: 'insured', operator: 'equals', value: true }] };
  await page.goto(`${PATIENTS}?filters=${encodeURIComponent(JSON.stringify(insured))}`);
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');
  await expect(page.getByRole('row').filter({ hasText: 'Ada Byron' })).toContainText('1.250');
  await axe(page);

  await page.getByRole('link', { name: 'Ada Byron', exact: true }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Fee').fill('1300');
  await axe(page);
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Patient updated successfully');
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Ada Byron' }).click();
  await expect(fact(page, 'Fee')).toContainText('1.300');
  await page.getByRole('link', { name: 'History', exact: true }).click();
  const newest = page.getByRole('list', { name: 'Versions, the newest first' }).getByRole('listitem').first();
  await expect(newest).toContainText('changed Fee');
  await axe(page);
});

test('appointments belong to patients', async ({ page, records }) => {
  const { id } = await patientOf(records, 'Sofja Kowalewskaja');
  await records.create('appointments', { patientId: id, day: '2026-11-30', reason: 'Check-up', status: 'booked' });
  await signIn(page, 'admin', '/backoffice/appointments');
  await expect(amount(page, 'Sofja Kowalewskaja')).toContainText('30 Nov 2026');
});

test('the explorer answers with a measure in EUR', async ({ page, records }) => {
  const { id } = await patientOf(records, 'Maria Agnesi');
  for (const [number, of] of [
    ['R-1', 1200],
    ['R-2', 1400],
  ] as const)
    await records.create('invoices', { number, patientId: id, issued: '2026-11-02', amount: of });
  await signIn(page, 'admin', '/analytics/explorer?dataset=invoices&measures=amount&rows=patient');
  await expect(table(page, 'Amount by Patient')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /^Amount/ })).toContainText('EUR');
  expect((await rowsIn(page)).map(([name, value]) => [name, value?.split('n ')[0]])).toEqual([
    ['Maria Agnesi', '1.300'],
  ]);
  await axe(page);
});

test('the module of another author adds a list, a tab of patients and a verb', async ({ page, records }) => {
  const { id } = await patientOf(records, 'Lise Meitner');
  await records.create('recalls', { reason: 'Blood test', patientId: id, due: '2026-12-01' });
  await signIn(page, 'admin', `${PATIENTS}/${id}/tabs/to-call`);
  const calls = page.getByRole('list', { name: 'Calls to make' });
  await expect(calls).toHaveText('Blood test, by 1 Dec 2026');
  await axe(page);
  await page.goto('/backoffice/recalls');
  await choose(page, 'Blood test', 'Mark as Called');
  await expect(notice(page)).toContainText('Patient called');
  await page.goto(`${PATIENTS}/${id}/tabs/to-call`);
  await expect(page.getByText('There is no call to make.')).toBeVisible();
});

test.describe('a user without a role in the back-office', () => {
  test.use({ refusals: [403] });

  test('does not find its pages, and is refused its data', async ({ page }) => {
    await signIn(page, 'user', PATIENTS);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    const login = await page.request.post('/api/auth/login', {
      data: { email: 'user@demo.test', password: 'mizan-demo' },
    });
    const { accessToken } = (await login.json()) as { accessToken: string };
    const headers = { Authorization: `Bearer ${accessToken}` };
    for (const resource of ['patients', 'invoices', 'recalls'])
      expect((await page.request.get(`/api/backoffice/${resource}`, { headers })).status()).toBe(403);
  });
});

test('lists and the form fit a phone', async ({ page, records }) => {
  const { id } = await patientOf(records, 'Hedy Lamarr');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [PATIENTS, `${PATIENTS}/${id}/show`, `${PATIENTS}/create`]) {
    await signIn(page, 'admin', path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await axe(page);
  }
});
