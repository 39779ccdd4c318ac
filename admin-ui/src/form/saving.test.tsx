// The requests of a save, and what is refetched afterwards.
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { beServed, open, page, refusal, server } from '../app.fixture.tsx';

const ID = '0123456789abcdef01234567';
const company = { _id: ID, name: 'Creekline', createdAt: '2026-11-20T08:00:00Z', updatedAt: '2026-11-20T08:00:00Z' };
const all = ['read', 'create', 'update', 'delete', 'history', 'restore'];
const everywhere = {
  backoffice: ['enter'],
  ...Object.fromEntries(
    ['companies', 'developers', 'projects', 'units', 'users', 'rotations', 'join-requests', 'estimations'].map(
      (one) => [one, all],
    ),
  ),
};

beServed();
afterEach(() => server.events.removeAllListeners());

/** Sent once the screen is there, whatever it shows. */
const LATE = ['/api/inbox', '/api/backoffice/live'];

/** Records the requests from now on, in order: `GET /api/backoffice/units`. */
function requests(): string[] {
  const recorded: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/auth') && !LATE.includes(pathname)) recorded.push(`${request.method} ${pathname}`);
  });
  return recorded;
}

test('a record that is created again because the answer was lost has the same key, and what was changed another', async () => {
  const sent: { key: string | null; body: unknown }[] = [];
  let answers = [() => HttpResponse.error(), () => refusal(422, { errors: [{ pointer: '/name', message: 'Taken' }] })];
  server.use(
    http.post('/api/backoffice/companies', async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
      const answer = answers.shift();
      return answer ? answer() : HttpResponse.json(company, { status: 201, headers: { ETag: '"1"' } });
    }),
    http.get(`/api/backoffice/companies/${ID}`, () => HttpResponse.json(company, { headers: { ETag: '"1"' } })),
  );
  const { user, address } = open('/backoffice/companies/create', everywhere);
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Creekline');
  const save = () => user.click(screen.getByRole('button', { name: 'Create Company' }));
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  await screen.findByText('Failed to create company');
  await save();
  await screen.findByText('Taken');
  await user.type(screen.getByRole('textbox', { name: /Name/ }), ' Homes');
  await save();
  await waitFor(() => expect(address()).toContain(ID));
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'Creekline' },
    { name: 'Creekline' },
    { name: 'Creekline Homes' },
  ]);
  const keys = sent.map(({ key }) => key);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  answers = [];
});

test('of a double click one is sent', async () => {
  const sent: (string | null)[] = [];
  server.use(
    http.post('/api/backoffice/companies', ({ request }) => {
      sent.push(request.headers.get('Idempotency-Key'));
      return HttpResponse.json(company, { status: 201, headers: { ETag: '"1"' } });
    }),
    http.get(`/api/backoffice/companies/${ID}`, () => HttpResponse.json(company, { headers: { ETag: '"1"' } })),
  );
  const { user, address } = open('/backoffice/companies/create', everywhere);
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Creekline');
  await user.dblClick(screen.getByRole('button', { name: 'Create Company' }));
  await waitFor(() => expect(address()).toContain(ID));
  expect(sent).toHaveLength(1);
});

test('the navigation gets all its totals by one request', async () => {
  const recorded = requests();
  server.use(http.get('/api/backoffice/counts', () => HttpResponse.json({ companies: 3, units: 2000 })));
  open('/backoffice/companies/create', everywhere);
  expect((await screen.findAllByText('2,000')).length).toBeGreaterThan(0);
  expect(recorded.filter((one) => one.startsWith('GET /api/backoffice'))).toEqual(['GET /api/backoffice/counts']);
});

test('a save refetches the totals, and nothing that it did not change', async () => {
  server.use(
    http.get('/api/backoffice/companies', () => page([company])),
    http.get(`/api/backoffice/companies/${ID}`, () => HttpResponse.json(company, { headers: { ETag: '"1"' } })),
    http.patch(`/api/backoffice/companies/${ID}`, () =>
      HttpResponse.json({ ...company, name: 'Creek' }, { headers: { ETag: '"2"' } }),
    ),
  );
  const { user } = open(`/backoffice/companies/${ID}`, everywhere);
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await user.clear(name);
  await user.type(name, 'Creek');
  const recorded = requests();
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Company updated successfully');
  await waitFor(() => expect(recorded).toContain('GET /api/backoffice/counts'));
  expect(recorded).toEqual([`PATCH /api/backoffice/companies/${ID}`, 'GET /api/backoffice/counts']);
});

test('lists that were read before are read again when a record of theirs, or one that they show by its name, was saved', async () => {
  const developer = { ...company, name: 'Emaar' };
  server.use(
    http.get('/api/backoffice/developers', () => page([developer])),
    http.get(`/api/backoffice/developers/${ID}`, () => HttpResponse.json(developer, { headers: { ETag: '"1"' } })),
    http.patch(`/api/backoffice/developers/${ID}`, () =>
      HttpResponse.json({ ...developer, name: 'Nakheel' }, { headers: { ETag: '"2"' } }),
    ),
  );
  const { user } = open('/backoffice/companies', everywhere);
  const recorded = requests();
  const visit = async (label: string) => {
    await user.click(screen.getByRole('link', { name: label }));
    await screen.findByRole('heading', { level: 1, name: label });
  };
  await screen.findByRole('heading', { level: 1, name: 'Companies' });
  for (const label of ['Projects', 'Developers']) await visit(label);
  await waitFor(() => expect(recorded.filter((one) => one === 'GET /api/backoffice/developers')).toHaveLength(1));
  await user.click(await screen.findByRole('link', { name: 'Emaar' }));
  await user.click(await screen.findByRole('link', { name: /Edit/ }));
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await user.clear(name);
  await user.type(name, 'Nakheel');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Developer updated successfully');
  recorded.length = 0;
  for (const label of ['Companies', 'Projects', 'Developers']) await visit(label);
  await waitFor(() => expect(recorded).toContain('GET /api/backoffice/developers'));
  expect(recorded).toContain('GET /api/backoffice/projects');
  expect(recorded).not.toContain('GET /api/backoffice/companies');
});
