// The audit says what happened, by a message for each action, and leads to accounts and records.
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { beServed, open, page, server } from '@mizan/admin-ui/testing';
import type { Resource } from '@mizan/admin-ui/module';
import { messageOf, MESSAGES, type Action, type AuditEvent } from './audit/messages.ts';

const ID = '0123456789abcdef01234567';
const REQUEST = '0123456789abcdef01234568';
const event: AuditEvent = {
  _id: ID,
  at: '2026-11-27T13:51:11Z',
  actor: 'Omar Saleh',
  actorId: ID,
  action: 'sign-in',
  object: 'omar@demo.test',
  address: '192.0.2.1',
  requestId: REQUEST,
  outcome: 'success',
  reason: null,
  times: 1,
};
const units = { name: 'units', nouns: 'units' } as Resource;
const said = (part: Partial<AuditEvent>) =>
  messageOf({ ...event, ...part }, (name) => (name === 'units' ? units : undefined));

beServed();

test('every action that the server writes has a message of its own', () => {
  const document = JSON.parse(text) as ApiDocument;
  const actions = document.components.schemas['AuditEvent']?.properties?.['action']?.enum as Action[];
  expect(actions.length).toBeGreaterThan(30);
  expect(actions.filter((action) => !(action in MESSAGES))).toEqual([]);
  expect(Object.keys(MESSAGES).filter((action) => !actions.includes(action as Action))).toEqual([]);
  const messages = actions.map((action) => said({ action, reason: 'Why' }));
  expect(new Set(messages).size).toBe(actions.length);
});

test.each<[Partial<AuditEvent>, string]>([
  [{}, 'Signed in'],
  [{ reason: 'Passkey' }, 'Signed in (Passkey)'],
  [{ outcome: 'refused', reason: 'Wrong password' }, 'Refused to sign in: wrong password'],
  [{ outcome: 'refused', reason: 'Wrong password', times: 12 }, 'Refused to sign in: wrong password (12 times)'],
  [
    { action: 'credential', outcome: 'refused', reason: 'This sign-in is not valid. Sign in again' },
    'Refused a token or session: this sign-in is not valid',
  ],
  [{ action: 'import', object: 'units', reason: '20 created, 0 updated, 1 skipped' }, 'Imported 20 units'],
  [
    { action: 'import', object: 'units', reason: '1500 created, 3 updated, 0 skipped' },
    'Imported 1,503 units: 1,500 new, 3 changed',
  ],
  [
    { action: 'import', object: 'units', outcome: 'failed', reason: '2 invalid cells' },
    'Failed to import units: 2 invalid cells',
  ],
  [{ action: 'export', object: 'units', reason: 'xlsx, filtered' }, 'Exported filtered units as Excel'],
  [{ action: 'export', object: 'units', reason: 'csv' }, 'Exported units as CSV'],
  [{ action: 'account-locked' }, 'Locked the account omar@demo.test'],
  [{ action: 'policy-loaded', outcome: 'failed', reason: 'Line 3' }, 'Failed to load the policy: line 3'],
  [{ action: 'deletion-by-age', object: 'units', reason: '120 rows' }, 'Deleted old entries of units (120 rows)'],
  [{ action: 'token-created', outcome: 'refused', reason: 'Too many' }, 'Token created, refused: too many'],
  [{ action: 'something-new' as Action }, 'Something new'],
])('%o is "%s"', (part, message) => {
  expect(said(part)).toBe(message);
});

const MAY = { backoffice: ['enter'], audit: ['read'] };
const imported = { ...event, action: 'import', object: 'units', reason: '20 created, 0 updated, 0 skipped' };
const locked = { ...event, _id: REQUEST, action: 'account-locked', object: 'sara@demo.test' };

async function rowOf(message: string, may: Record<string, string[]>): Promise<(string | null)[]> {
  server.use(http.get('/api/backoffice/audit', () => page([imported, locked])));
  open('/backoffice/audit', may);
  const row = (await screen.findByRole('link', { name: message })).closest('tr') as HTMLElement;
  return within(row)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
}

const filtersOf = (href: string | null | undefined) =>
  JSON.parse(new URLSearchParams(href?.split('?')[1]).get('filters') ?? '') as unknown;

test('an import leads to the event, the account, and the records of the request', async () => {
  const may = { ...MAY, users: ['read'], units: ['read', 'history'] };
  const [account, itself, records] = await rowOf('Imported 20 units', may);
  expect(account).toBe(`/backoffice/users/${ID}/show`);
  expect(itself).toBe(`/backoffice/audit/${ID}/show`);
  expect(records).toMatch(/^\/backoffice\/changes\?/);
  expect(filtersOf(records)).toEqual({
    operator: 'AND',
    conditions: [
      { field: 'requestId', operator: 'equals', value: REQUEST },
      { field: 'resource', operator: 'equals', value: 'units' },
    ],
  });
});

test('what is done to an account leads to it', async () => {
  const may = { ...MAY, users: ['read'], 'filter-definitions': ['read'] };
  const links = await rowOf('Locked the account sara@demo.test', may);
  expect(filtersOf(links[2])).toEqual({
    operator: 'AND',
    conditions: [{ field: 'email', operator: 'equals', value: 'sara@demo.test' }],
  });
});

test('nothing leads to what the reader may not open', async () => {
  expect(await rowOf('Imported 20 units', MAY)).toEqual([`/backoffice/audit/${ID}/show`]);
});

test('the page of an event is named by what happened, with seconds', async () => {
  server.use(http.get(`/api/backoffice/audit/${ID}`, () => HttpResponse.json(imported)));
  open(`/backoffice/audit/${ID}/show`, MAY);
  expect(await screen.findByRole('heading', { level: 1, name: 'Imported 20 units' })).toBeTruthy();
  expect(screen.getByText('27 Nov 2026, 17:51:11')).toBeTruthy();
});
