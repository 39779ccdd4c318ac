// What a role may do, as a table, and what another policy would change.
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, refusal, server } from '../app.fixture.tsx';

const ID = '0123456789abcdef01234567';
const MAY = { backoffice: ['enter'], units: ['read'], projects: ['read'], policy: ['read'] };
const rule = {
  role: 'broker',
  file: 'units/policy.csv',
  line: 7,
  text: 'where, broker, units, *, {"field": "project", "operator": "in", "value": "$user.projects"}',
};
const units = {
  resource: 'units',
  actions: ['read', 'update', 'export'],
  rows: { read: 'some', update: 'some', export: 'all' },
  hidden: ['purchasePriceInAED'],
  masked: [],
  readonly: ['status'],
  rules: [rule],
};
const none = { count: 0, examples: [] };

beServed();
beforeEach(() => {
  server.use(
    http.get('/api/backoffice/policy/access', ({ request }) => {
      const role = new URL(request.url).searchParams.get('role');
      return HttpResponse.json({ role, user: null, roles: [role, 'user'], resources: role === 'user' ? [] : [units] });
    }),
  );
});

test('a role is a table that says what it may, of which records and fields, by which rules', async () => {
  const { user, address } = open('/backoffice/access?role=analytics', MAY);
  const row = await screen.findByRole('row', { name: /^Units/ });
  expect(row.textContent).toContain('Read and change Some records');
  expect(row.textContent).toContain('Hidden: Purchase price');
  expect(row.textContent).toContain('Read-only: Status');
  await user.click(within(row).getByText('1 rule'));
  expect(row.textContent).toContain(
    'Role broker May do everything with only those units for which: Project is any of Projects of the user',
  );
  expect(within(row).getByText('units/policy.csv, line 7')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Role'), 'user');
  expect(await screen.findByText('Nothing is allowed')).toBeTruthy();
  expect(address()).toBe('/backoffice/access?role=user');
});

test('another policy shows what it would change, and marks what widens', async () => {
  server.use(
    http.post('/api/backoffice/policy/diff', () =>
      HttpResponse.json({
        widens: true,
        roles: [
          {
            role: 'broker',
            operations: { gained: ['unit_delete'], lost: [] },
            rows: [{ resource: 'units', gained: { count: 12, examples: [{ _id: ID, title: '101' }] }, lost: none }],
            fields: [
              { resource: 'units', field: 'purchasePriceInAED', from: 'hidden', to: 'masked', widens: true },
              { resource: 'units', field: 'status', from: 'writable', to: 'readonly', widens: false },
            ],
          },
        ],
        warnings: [{ restricts: 'broker', lifts: 'user', resource: 'units', text: 'user lifts what broker restricts' }],
      }),
    ),
  );
  const { user } = open('/backoffice/access', MAY);
  await user.type(await screen.findByLabelText(/Paste the lines/), 'p, broker, units, delete');
  await user.click(screen.getByRole('button', { name: 'Show what would change' }));
  expect(await screen.findByText('It widens: some user could do or see more than now.')).toBeTruthy();
  const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(entries).toContain('MoreMay call one more operation: unit_delete');
  expect(entries).toContain('MoreMay read 12 more units: 101 …');
  expect(entries).toContain('MorePurchase price of Units: from hidden to masked');
  expect(entries).toContain('LessStatus of Units: from writable to read-only');
  expect(screen.getByText('user lifts what broker restricts')).toBeTruthy();
});

test('a policy that would be refused says why', async () => {
  server.use(
    http.post('/api/backoffice/policy/diff', () =>
      refusal(422, { errors: [{ pointer: '/policy', message: 'Line 1: there is no role brokr' }] }),
    ),
  );
  const { user } = open('/backoffice/access', MAY);
  await user.type(await screen.findByLabelText(/Paste the lines/), 'p, brokr, units, delete');
  await user.click(screen.getByRole('button', { name: 'Show what would change' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Line 1: there is no role brokr');
});

test('who may not read the policy has no such page', async () => {
  open('/backoffice/access', { ...MAY, policy: [] });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Access' })).toBeNull();
});
