// Every POST of the back-office has an idempotency key, so that a repeated request has one effect. A save refetches
// what it changed, and nothing else.
import type { Page, Request } from '@playwright/test';
import { expect, signIn, test } from './fixtures';
import { unique } from './records';
import { button, choose, navigation, notice, rowOf } from './screen';

const INSPECTIONS = '/backoffice/inspections';
/** Read once the screen is there, and every minute. */
const INBOX = '/api/inbox';

/** Records the requests to the API from now on, `POST /api/backoffice/units`, with their keys; not those of the inbox. */
function recordRequests(page: Page): { what: string; key: string | undefined }[] {
  const requests: { what: string; key: string | undefined }[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/auth/') || pathname === INBOX) return;
    requests.push({ what: `${request.method()} ${pathname}`, key: request.headers()['idempotency-key'] });
  });
  return requests;
}

test.describe('an answer that is lost', () => {
  test.use({ refusals: [502] });

  test('is retried with the same idempotency key, and one record is created', async ({ page, records }) => {
    const subject = unique('Lost');
    await signIn(page, 'admin', `${INSPECTIONS}/create`);
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Score').fill('40');
    const requests = recordRequests(page);
    // The server performs the request, but the response gets lost.
    await page.route(
      '**/api/backoffice/inspections',
      async (route) => {
        await route.fetch();
        await route.fulfill({ status: 502, contentType: 'text/plain', body: 'Bad gateway' });
      },
      { times: 1 },
    );
    await button(page, 'Create Inspection').click();
    await expect(notice(page)).toContainText('Failed to create inspection');
    await button(page, 'Create Inspection').click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();

    const { items, total } = await records.list('inspections', { search: subject });
    for (const { id } of items) records.deletesAfter('inspections', id);
    expect(total).toBe(1);
    const keys = requests.filter(({ what }) => what === 'POST /api/backoffice/inspections').map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});

test('a verb, an import, a deletion of many and an undo each have a key of their own', async ({ page, records }) => {
  const name = unique('Key');
  const user = await records.user(['user']);
  const requests = recordRequests(page);
  await signIn(page, 'admin', `/backoffice/users?search=${encodeURIComponent(user.email)}`);
  await choose(page, `${user.firstName} ${user.lastName}`, 'Lock Account');
  await button(page.getByRole('dialog'), 'Lock Account').click();
  await expect(notice(page)).toContainText('locked');

  await page.goto(`${INSPECTIONS}/import`);
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  const buffer = Buffer.from(`subject,score\n${name} one,1\n${name} two,2\n`);
  await (await chooser).setFiles({ name: 'visits.csv', mimeType: 'text/csv', buffer });
  await button(page, 'Import 2 rows').click();
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  const { items } = await records.list('inspections', { search: name });
  for (const { id } of items) records.deletesAfter('inspections', id);
  expect(items).toHaveLength(2);

  await page.goto(`${INSPECTIONS}?search=${encodeURIComponent(name)}`);
  await choose(page, `${name} one`, 'Delete');
  await button(page.getByRole('dialog'), 'Delete').click();
  await button(notice(page), 'Undo').click();
  await expect(notice(page)).toContainText('Inspection restored');
  for (const one of ['one', 'two']) await rowOf(page, `${name} ${one}`).getByRole('checkbox').check();
  await button(page, 'Delete').click();
  await button(page.getByRole('dialog'), 'Delete 2 inspections').click();
  await expect(notice(page)).toContainText('2 inspections deleted');

  const posts = requests.filter(({ what }) => what.startsWith('POST '));
  expect(posts.map(({ what }) => what.replace(/[0-9a-f]{24}/, '{id}'))).toEqual([
    'POST /api/backoffice/users/{id}/lock',
    'POST /api/backoffice/inspections/import',
    'POST /api/backoffice/inspections/import',
    'POST /api/backoffice/undo',
    'POST /api/backoffice/inspections/delete',
  ]);
  const keys = posts.map(({ key }) => key);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(keys).size).toBe(posts.length);
  expect(requests.filter(({ what, key }) => key !== undefined && !what.startsWith('POST '))).toEqual([]);
});

test('a save refetches what it changed, and the navigation fetches totals in one request', async ({
  page,
  records,
}) => {
  const subject = unique('Saved');
  const { id } = await records.create('inspections', { subject, score: 40 });
  const requests = recordRequests(page);
  await signIn(page, 'admin', INSPECTIONS);
  const total = (await records.list('inspections', { limit: 1 })).total;
  const entry = navigation(page).getByRole('link', { name: 'Inspections' });
  await expect(entry).toContainText(total.toLocaleString('en'));
  const counts = (): number => requests.filter(({ what }) => what === 'GET /api/backoffice/counts').length;
  expect(counts()).toBe(1);

  // Navigating between screens refetches none of them.
  await navigation(page).getByRole('link', { name: 'Overview' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Back-office' })).toBeVisible();
  await navigation(page).getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  expect(counts()).toBe(1);
  expect(requests.filter(({ what }) => what === 'GET /api/backoffice/units')).toEqual([]);

  await page.goto(`${INSPECTIONS}/${id}`);
  await page.getByLabel('Score').fill('41');
  await expect(entry).toContainText(total.toLocaleString('en'));
  // What the page itself loads, late on a busy machine, is none of the save's requests.
  await page.waitForLoadState('networkidle');
  requests.length = 0;
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Inspection updated successfully');
  await expect.poll(counts).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(requests.map(({ what }) => what)).toEqual([`PATCH /api${INSPECTIONS}/${id}`, 'GET /api/backoffice/counts']);

  await page.goto(`${INSPECTIONS}?search=${encodeURIComponent(subject)}`);
  await expect(rowOf(page, subject).getByRole('cell')).toContainText(['', subject, /Not set/, '41', 'No', '']);
  await expect(entry).toContainText(total.toLocaleString('en'));
  await page.waitForLoadState('networkidle');
  requests.length = 0;
  // Confirmed before the record is loaded: the deletion waits for it.
  let load = (): void => {};
  const confirmed = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(`**/api${INSPECTIONS}/${id}`, (route) => confirmed.then(() => route.continue()), { times: 1 });
  await choose(page, subject, 'Delete');
  await button(page.getByRole('dialog'), 'Delete').click();
  load();
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(entry).toContainText((total - 1).toLocaleString('en'));
  await page.waitForLoadState('networkidle');
  expect(requests.map(({ what }) => what).toSorted()).toEqual([
    `DELETE /api${INSPECTIONS}/${id}`,
    'GET /api/backoffice/counts',
    `GET /api${INSPECTIONS}`,
    `GET /api${INSPECTIONS}/${id}`,
  ]);
});
