// Long work is done by jobs: the screen that asked for one shows how far it is, and the bar has those of other pages.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { beServed, open, server } from '../app.fixture.tsx';
import type { Job } from '../data/jobs.ts';

/** As the server sends it. */
const sent = ({ id: _id, ...job }: Job) => ({ ...job, _id });

const MAY = { backoffice: ['enter'], companies: ['read', 'create', 'update', 'import', 'export'] };
const PATIENCE = { timeout: 5000 };
const AT = '2026-11-20T08:30:00Z';

const running: Job = {
  id: '0123456789abcdef01234567',
  kind: 'import',
  resource: 'companies',
  changeSet: null,
  state: 'running',
  stage: 'writing',
  done: 1200,
  total: 2000,
  createdAt: AT,
  endedAt: null,
  status: null,
  location: null,
  answer: null,
  file: null,
};
const ended: Job = { ...running, state: 'done', done: 2000, endedAt: AT, status: 200 };

let jobs: Job[];
/** What is answered when a job is asked for, the last of them from then on. */
let states: Job[];

beServed();
beforeEach(() => {
  jobs = [];
  states = [];
  server.use(
    http.get('/api/jobs', () =>
      HttpResponse.json({ items: jobs.map(sent), total: jobs.length, page: 1, limit: 10, totalPages: 1 }),
    ),
    http.get(`/api/jobs/${running.id}`, () =>
      HttpResponse.json(sent((states.length > 1 ? states.shift() : states[0]) ?? running)),
    ),
  );
});

async function importFile() {
  server.use(
    http.post('/api/backoffice/companies/import', ({ request }) =>
      request.url.includes('dryRun')
        ? HttpResponse.json({ created: 2000, updated: 0, skipped: 0, errors: [] })
        : HttpResponse.json(sent(running), {
            status: 202,
            headers: { 'Preference-Applied': 'respond-async', Location: `/api/jobs/${running.id}` },
          }),
    ),
  );
  const { user } = open('/backoffice/companies/import', MAY);
  await screen.findByRole('heading', { level: 1, name: 'Import Companies' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['name\nLulwa\n'], 'companies.csv', { type: 'text/csv' }));
  await user.click(await screen.findByRole('button', { name: 'Import 2,000 rows' }));
  return user;
}

test('an import shows how far it is, and then what it did', async () => {
  const report = { created: 2000, updated: 0, skipped: 0, errors: [] };
  states = [
    { ...running, done: 1500 },
    { ...ended, answer: report },
  ];
  await importFile();
  expect(await screen.findByText('1,500 of 2,000', {}, PATIENCE)).toBeTruthy();
  const bar = screen.getAllByRole('progressbar')[0];
  expect(bar?.getAttribute('aria-valuenow')).toBe('75');
  expect(await screen.findByRole('heading', { name: 'Import finished' }, PATIENCE)).toBeTruthy();
});

test('a job that failed is shown as the request would have been', async () => {
  const problem = { title: 'Unprocessable Content', status: 422, detail: 'Nothing was imported', requestId: 'r' };
  const errors = [{ line: 2, column: 'name', message: 'A company has this name.' }];
  states = [{ ...ended, state: 'failed', status: 422, answer: { ...problem, errors } }];
  await importFile();
  expect(await screen.findByText('A company has this name.', {}, PATIENCE)).toBeTruthy();
});

test('the bar has the jobs of other pages, and follows those that run', async () => {
  jobs = [running];
  states = [ended];
  const { user } = open('/backoffice/companies', MAY);
  await user.click(await screen.findByRole('button', { name: 'Jobs, 1 running' }, PATIENCE));
  const panel = await screen.findByRole('dialog', { name: 'Jobs' }, PATIENCE);
  expect(within(panel).getByText('Import of companies')).toBeTruthy();
  expect(await within(panel).findByText('Done', {}, PATIENCE)).toBeTruthy();
  expect(within(panel).getByRole('link', { name: 'Look at it' }).getAttribute('href')).toBe('/backoffice/companies');
});

test('it says why a job failed, and has the file of an export', async () => {
  const failed: Job = { ...ended, id: '1123456789abcdef01234567', state: 'failed', status: 409 };
  const file = { name: 'companies.csv', type: 'text/csv', size: 3 };
  const exported: Job = { ...ended, id: '2123456789abcdef01234567', kind: 'export', file };
  jobs = [failed, exported];
  // The test's browser would follow the link.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  let loaded = 0;
  server.use(
    http.get(`/api/jobs/${failed.id}`, () =>
      HttpResponse.json({ ...sent(failed), answer: { detail: 'A row is refused.' } }),
    ),
    http.get(`/api/jobs/${exported.id}/file`, () => {
      loaded += 1;
      return new HttpResponse('a,b', { headers: { 'Content-Type': 'text/csv' } });
    }),
  );
  const { user } = open('/backoffice/companies', MAY);
  await user.click(await screen.findByRole('button', { name: 'Jobs' }, PATIENCE));
  const panel = await screen.findByRole('dialog', { name: 'Jobs' }, PATIENCE);
  await user.click(within(panel).getByRole('button', { name: 'Why?' }));
  expect(await within(panel).findByText('A row is refused.')).toBeTruthy();
  await user.click(within(panel).getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(loaded).toBe(1));
});

test('without jobs the bar has no button', async () => {
  open('/backoffice/companies', MAY);
  await screen.findByRole('heading', { level: 1, name: 'Companies' });
  expect(screen.queryByRole('button', { name: 'Jobs' })).toBeNull();
});
