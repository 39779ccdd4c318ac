// A change set: its rows with errors at their fields, corrected there or left out, applied, discarded and undone.
import { toast } from '@mizan/ui-kit/toaster';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, refusal, server } from '../app.fixture.tsx';
import { serveDocument } from '../app.with-sets.fixture.ts';
import type { ChangeSet, SetRow } from '../data/change-sets.ts';

const ID = '0123456789abcdef01234568';
const OWN = '0123456789abcdef01234567';
const SET = `/api/backoffice/change-sets/${ID}`;
const MAY = { backoffice: ['enter'], companies: ['read', 'create', 'update', 'delete', 'import'] };
const other = { id: ID, name: 'Omar Saleh' };
const set: ChangeSet = {
  _id: ID,
  resource: 'companies',
  kind: 'update',
  state: 'planned',
  by: { id: OWN, name: 'Layla Haddad' },
  at: '2026-11-20T08:30:00Z',
  counts: { create: 0, update: 1, delete: 0, unchanged: 0, error: 0 },
  requestId: null,
  appliedBy: null,
  appliedAt: null,
};
const row: SetRow = {
  row: 1,
  resource: 'companies',
  record: { _id: OWN, title: 'Lulwa' },
  action: 'update',
  before: { _id: OWN, name: 'Lulwa' },
  after: { _id: OWN, name: 'Lulwa Shore' },
  changed: ['name'],
  errors: [],
  state: 'planned',
};
const wrong: SetRow = { ...row, errors: [{ pointer: '/name', message: 'A company has this name.' }] };
const sent: string[] = [];

let shown: ChangeSet;
let rows: SetRow[];

beServed();
beforeEach(() => {
  sent.length = 0;
  shown = set;
  rows = [row];
  toast.removeAll();
  serveDocument();
  server.events.removeAllListeners();
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith(SET)) sent.push(`${request.method} ${pathname.slice(SET.length)}${search}`);
  });
  server.use(
    http.get(SET, () => HttpResponse.json(shown)),
    http.get(`${SET}/rows`, () => HttpResponse.json({ items: rows, total: rows.length, totalPages: 1 })),
  );
});

const opened = async (may: Record<string, string[]> = MAY, search = '') => {
  const result = open(`/backoffice/change-sets/${ID}${search}`, may);
  await screen.findByRole('table', { name: 'Changes' });
  return result;
};
const button = (name: string) => screen.queryByRole('button', { name });
const writes = () => sent.filter((one) => !one.startsWith('GET'));

test('each row shows what a record is before and after', async () => {
  await opened();
  const cells = screen.getByRole('row', { name: /Lulwa/ });
  expect(cells.querySelector('del')?.textContent).toContain('Lulwa');
  expect(cells.querySelector('ins')?.textContent).toContain('Lulwa Shore');
  expect(screen.getByRole('link', { name: 'Lulwa' }).getAttribute('href')).toBe(`/backoffice/companies/${OWN}/show`);
});

test('the address says which rows are shown', async () => {
  shown = { ...set, counts: { ...set.counts, error: 1 } };
  await opened(MAY, '?show=errors&page=1&limit=50');
  expect(sent).toContain('GET /rows?page=1&limit=50&errors=true');
  expect(screen.getByRole('link', { name: /With errors/ }).getAttribute('aria-current')).toBe('page');
});

test('an error is at its field and is corrected there, until then nothing can be applied', async () => {
  shown = { ...set, counts: { ...set.counts, update: 0, error: 1 } };
  rows = [wrong];
  let corrected: unknown;
  server.use(
    http.patch(`${SET}/rows/1`, async ({ request }) => {
      corrected = await request.json();
      shown = set;
      rows = [row];
      return HttpResponse.json(row);
    }),
  );
  const { user } = await opened();
  expect(button('Apply')?.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('A company has this name.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Correct Name of Lulwa' }));
  const input = await screen.findByRole('textbox', { name: /Name/ });
  expect(document.activeElement).toBe(input);
  await user.clear(input);
  await user.type(input, 'Lulwa Bay{Enter}');
  await screen.findByText('Name corrected');
  expect(corrected).toEqual({ after: { name: 'Lulwa Bay' } });
  await waitFor(() => expect(button('Apply')?.getAttribute('aria-disabled')).toBeNull());
});

test('a row is left out', async () => {
  server.use(
    http.delete(`${SET}/rows/1`, () => {
      rows = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: 'Leave out Lulwa' }));
  await screen.findByText('Lulwa is left out');
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('it is applied after a question that names the numbers', async () => {
  server.use(
    http.post(`${SET}/apply`, () => {
      shown = { ...set, state: 'applied', appliedBy: set.by, appliedAt: set.at, requestId: 'r' };
      return HttpResponse.json(shown);
    }),
  );
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const dialog = await screen.findByRole('dialog', { name: 'Apply these changes?' });
  expect(dialog.textContent).toContain('1 to change');
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await screen.findByText('The changes were applied');
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(button('Apply')).toBeNull();
});

test('records that were changed since are named, and the changes can be planned again', async () => {
  const errors = [{ pointer: '/rows/1', message: 'Lulwa was changed since.' }];
  server.use(
    http.post(`${SET}/apply`, ({ request }) => {
      if (!request.url.includes('replan')) return refusal(409, { detail: 'Records were changed.', errors });
      shown = { ...set, state: 'applied' };
      return HttpResponse.json(shown);
    }),
  );
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await within(dialog).findByText('Lulwa was changed since.');
  await user.click(within(dialog).getByRole('button', { name: 'Plan again' }));
  await screen.findByText('The changes were applied');
  expect(writes()).toEqual(['POST /apply', 'POST /apply?replan=true']);
});

test('an applied set is undone, or the others when some were changed since', async () => {
  shown = { ...set, state: 'applied', appliedBy: other, appliedAt: set.at };
  const errors = [{ pointer: '/rows/1', message: 'Lulwa was changed since.' }];
  server.use(
    http.post(`${SET}/undo`, ({ request }) => {
      if (!request.url.includes('skipChanged')) return refusal(409, { detail: 'Records were changed.', errors });
      shown = { ...set, state: 'undone' };
      rows = [{ ...row, state: 'kept', reason: 'It was changed since.' }];
      return HttpResponse.json(shown);
    }),
  );
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo these changes?' });
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
  await within(dialog).findByText('Lulwa was changed since.');
  await user.click(within(dialog).getByRole('button', { name: 'Undo the others' }));
  await screen.findByText('It was changed since.');
  expect(writes()).toEqual(['POST /undo', 'POST /undo?skipChanged=true']);
});

test('a proposal is approved or turned down by another user who may', async () => {
  shown = { ...set, state: 'proposed', by: other };
  await opened({ ...MAY, companies: ['read', 'approve'] });
  expect(button('Approve')).toBeTruthy();
  expect(button('Turn down')).toBeTruthy();
  expect(button('Leave out Lulwa')).toBeNull();
});

test('its maker corrects and withdraws a proposal, and does not approve it', async () => {
  shown = { ...set, state: 'proposed' };
  await opened({ ...MAY, companies: ['read', 'propose', 'approve'] });
  expect(button('Approve')).toBeNull();
  expect(button('Withdraw')).toBeTruthy();
  expect(button('Leave out Lulwa')).toBeTruthy();
  expect(screen.getByText('Another user has to approve what you propose.')).toBeTruthy();
});

test('a user without the permission only looks', async () => {
  shown = { ...set, by: other };
  await opened({ ...MAY, companies: ['read', 'propose'] });
  expect(['Apply', 'Discard', 'Leave out Lulwa'].map(button)).toEqual([null, null, null]);
});
