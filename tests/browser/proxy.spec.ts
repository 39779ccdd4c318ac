// Edits behind an nginx that compresses what the product answers, for which it weakens the validators of records.
import { axe, expect, signIn, test as base } from './fixtures';
import { Nginx } from './nginx';
import { unique } from './records';
import { button, choose, notice, rowOf } from './screen';

const PROJECTS = '/backoffice/projects';

const test = base.extend({
  baseURL: async ({ baseURL }, give) => {
    const nginx = await Nginx.before(baseURL ?? '');
    await give(nginx.url);
    await nginx.end();
  },
});

test('a record is edited twice in a row, as its validator came back weak', async ({ page, records }) => {
  const project = await records.project();
  const read = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith(`/projects/${project.id}`),
  );
  await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
  const headers = await (await read).allHeaders();
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(/^W\//) });

  for (const location of ['Deira', 'Jumeirah']) {
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByLabel('Location').fill(location);
    await button(page, 'Save Changes').click();
    expect(await (await sent).headerValue('If-Match')).toMatch(/^W\//);
    expect((await (await sent).response())?.status()).toBe(200);
  }
  await page.reload();
  await expect(page.getByLabel('Location')).toHaveValue('Jumeirah');
});

test('a verb and a deletion reach the record', async ({ page, records }) => {
  const subject = unique('Lobby');
  const { id } = await records.create('inspections', { subject, score: 40 });
  await signIn(page, 'admin', `/backoffice/inspections/${id}/show`);
  const sent = page.waitForRequest((request) => request.url().endsWith('/approve'));
  await button(page, 'Approve').click();
  expect(await (await sent).headerValue('If-Match')).toMatch(/^W\//);
  await expect(notice(page)).toContainText('Approve: done');

  const name = unique('Nobody’s Developer');
  await records.create('developers', { name });
  await page.goto(`/backoffice/developers?search=${encodeURIComponent(name)}`);
  await choose(page, name, 'Delete');
  await button(page.getByRole('dialog', { name: 'Delete this developer?' }), 'Delete').click();
  await expect(notice(page)).toContainText('Developer deleted successfully');
  await expect(rowOf(page, name)).toHaveCount(0);
});

test('a record is deleted from its own page by the weak validator that it came with', async ({ page, records }) => {
  const name = unique('Nobody’s Developer');
  const { id } = await records.create('developers', { name });
  const read = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith(`/developers/${id}`),
  );
  await signIn(page, 'admin', `/backoffice/developers/${id}/show`);
  const validator = await (await read).headerValue('ETag');
  expect(validator).toMatch(/^W\//);
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  await button(page.getByRole('main'), 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete this developer?' }), 'Delete').click();
  expect(await (await sent).headerValue('If-Match')).toBe(validator);
  expect((await (await sent).response())?.status()).toBe(204);
  await expect(notice(page)).toContainText('Developer deleted successfully');
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
});

test.describe('when another user was first', () => {
  test.use({ refusals: [412] });

  test('the conflict is found all the same, once', async ({ page, records }) => {
    const project = await records.project();
    await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
    await page.getByLabel('Location').fill('Deira');
    await records.change('projects', project.id, { location: 'Jumeirah' });
    await button(page, 'Save Changes').click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this record' });
    await expect(conflict.getByRole('row', { name: 'Location' })).toContainText(/Deira.*Jumeirah|Jumeirah.*Deira/);
    await axe(page);
    await button(conflict, 'Keep my changes').click();
    await button(page, 'Save Changes').click();
    await expect(notice(page)).toContainText('Project updated successfully');
  });
});
