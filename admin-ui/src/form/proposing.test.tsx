// Forms of users who may only propose what they store.
import { toast } from '@mizan/ui-kit/toaster';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, page, server } from '../app.fixture.tsx';
import { serveDocument } from '../app.with-sets.fixture.ts';

const ID = '0123456789abcdef01234567';
const SET = 'fedcba9876543210fedcba98';
const company = { _id: ID, name: 'Creekline', createdAt: '2026-11-20T08:00:00Z', updatedAt: '2026-11-20T08:00:00Z' };
const set = { _id: SET, resource: 'companies', kind: 'update', state: 'proposed' };
const proposer = { backoffice: ['enter'], companies: ['read', 'propose'] };
const PROPOSED = 'Proposed. Another user has to approve it.';
let sent: { method: string; body: string; match: string | null }[] = [];

beServed();
beforeEach(() => {
  sent = [];
  toast.removeAll();
  serveDocument();
  const propose = async ({ request }: { request: Request }) => {
    sent.push({ method: request.method, body: await request.text(), match: request.headers.get('If-Match') });
    return HttpResponse.json(set, { status: 202 });
  };
  server.use(
    http.get('/api/backoffice/companies', () => page([company])),
    http.get(`/api/backoffice/companies/${ID}`, () => HttpResponse.json(company, { headers: { ETag: '"1"' } })),
    http.patch(`/api/backoffice/companies/${ID}`, propose),
    http.delete(`/api/backoffice/companies/${ID}`, propose),
    http.post('/api/backoffice/companies', propose),
  );
});

const button = (name: string) => screen.findByRole('button', { name });

test('a change is proposed, the form is as the record was, and the toast leads to the proposal', async () => {
  const { user, address } = open(`/backoffice/companies/${ID}`, proposer);
  const name = await screen.findByRole('textbox', { name: /Name/ });
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  await user.type(name, ' Homes');
  await user.click(await button('Propose'));
  await screen.findByText(PROPOSED);
  expect(sent).toEqual([{ method: 'PATCH', body: '{"name":"Creekline Homes"}', match: '"1"' }]);
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Creekline');
  await user.click(await button('Show proposal'));
  await waitFor(() => expect(address()).toBe(`/backoffice/change-sets/${SET}`));
});

test('a new record is proposed, and the list is shown', async () => {
  const { user, address } = open('/backoffice/companies', proposer);
  await user.click(await screen.findByRole('link', { name: 'Create Company' }));
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Lulwa');
  await user.click(await button('Propose'));
  await screen.findByText(PROPOSED);
  await waitFor(() => expect(address()).toMatch(/^\/backoffice\/companies(?:\?|$)/));
  expect(sent).toEqual([{ method: 'POST', body: '{"name":"Lulwa"}', match: null }]);
});

test('a deletion is proposed, and the record stays on the screen', async () => {
  const { user, address } = open(`/backoffice/companies/${ID}/show`, proposer);
  await user.click(await button('Delete'));
  const dialog = await screen.findByRole('dialog', { name: 'Propose to delete this company?' });
  await user.click(within(dialog).getByRole('button', { name: 'Propose deletion' }));
  await screen.findByText(PROPOSED);
  expect(sent.map(({ method, match }) => [method, match])).toEqual([['DELETE', '"1"']]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe(`/backoffice/companies/${ID}/show`);
});

test('many records are proposed as one set, without another button for the same', async () => {
  const plans: unknown[] = [];
  server.use(
    http.post('/api/backoffice/change-sets', async ({ request }) => {
      plans.push(await request.json());
      return HttpResponse.json(set, { status: 201 });
    }),
  );
  const { user } = open('/backoffice/companies', proposer);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(
    within(screen.getByRole('toolbar', { name: 'Selected rows' })).getByRole('button', { name: 'Delete' }),
  );
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('button', { name: 'Look at the changes first' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Propose deletion' }));
  await waitFor(() => expect(plans).toEqual([{ resource: 'companies', delete: true, ids: [ID] }]));
});

test('users who may change and propose save as usual', async () => {
  open(`/backoffice/companies/${ID}`, { ...proposer, companies: ['read', 'update', 'propose'] });
  await button('Save Changes');
  expect(screen.queryByRole('button', { name: 'Propose' })).toBeNull();
});

test('users who may do neither are offered neither', async () => {
  open(`/backoffice/companies/${ID}/show`, { ...proposer, companies: ['read'] });
  await screen.findByRole('heading', { name: 'Creekline' });
  expect(screen.queryByRole('link', { name: /Edit/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});
