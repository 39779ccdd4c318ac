// The inbox: the number of new entries, the list below the button, what opening it marks as read, and where entries lead.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '../session';
import { addressOf } from './entry-address';
import InboxBell from './inbox-bell';

const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const entry = (id: string, more: object = {}) => ({
  _id: id,
  kind: 'mention',
  text: `Entry ${id}`,
  resource: 'units',
  recordId: 'u1',
  title: 'A-101',
  by: { id: '2', name: 'Omar Saleh' },
  createdAt: '2026-11-20T08:30:00Z',
  readAt: null,
  ...more,
});

let entries: ReturnType<typeof entry>[];
let read: string[][];
const server = setupServer(
  http.get('/api/inbox', ({ request }) => {
    const query = new URL(request.url).searchParams;
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const unread = entries.filter(({ readAt }) => readAt === null).length;
    const items = entries.slice((page - 1) * limit, page * limit);
    return HttpResponse.json({ items, total: entries.length, totalPages: Math.ceil(entries.length / limit), unread });
  }),
  http.post('/api/inbox/read', async ({ request }) => {
    const { ids } = (await request.json()) as { ids: string[] };
    read.push(ids);
    return new HttpResponse(null, { status: 204 });
  }),
  http.get('/api/openapi.json', () =>
    HttpResponse.json({ tags: [{ name: 'units', 'x-resource': { name: 'units', area: 'backoffice' } }], paths: {} }),
  ),
  http.post('/api/auth/refresh', () =>
    HttpResponse.json({ accessToken: 'token', tokenType: 'Bearer', expiresIn: 600 }),
  ),
  http.get('/api/auth/me', () =>
    HttpResponse.json({ user, roles: [], permissions: [{ resource: 'backoffice', actions: ['enter'] }] }),
  ),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(async () => {
  entries = [entry('a'), entry('b', { readAt: '2026-11-21T08:30:00Z' })];
  read = [];
  session.expect();
  await session.start();
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
  session.forget();
});
afterAll(() => server.close());

const bell = (name: string) => screen.findByRole('button', { name });

it('the button says how many entries are new, and opening the inbox marks them as read', async () => {
  render(<InboxBell />);
  await userEvent.click(await bell('Inbox, 1 new entry'));
  const list = await screen.findByRole('list', { name: 'Entries, the newest first' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map((item) => item.textContent?.includes('New'))).toEqual([true, false]);
  await waitFor(() => expect(read).toEqual([['a']]));
  await bell('Inbox');
  expect(within(list).getAllByText('New')).toHaveLength(1);
});

it('an entry opens the activity of its record within the app', async () => {
  const onFollow = vi.fn<(address: string) => void>();
  render(<InboxBell onFollow={onFollow} />);
  await userEvent.click(await bell('Inbox, 1 new entry'));
  await userEvent.click(await screen.findByRole('link', { name: /Entry a/ }));
  expect(onFollow).toHaveBeenCalledWith('/backoffice/units/u1/activity');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('Escape closes it, and the focus is on the button again', async () => {
  render(<InboxBell />);
  await userEvent.click(await bell('Inbox, 1 new entry'));
  await screen.findByRole('list');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(await bell('Inbox'));
});

it('an empty inbox says what will be in it', async () => {
  entries = [];
  render(<InboxBell />);
  await userEvent.click(await bell('Inbox'));
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
  expect(read).toEqual([]);
});

it('older entries are appended', async () => {
  entries = Array.from({ length: 25 }, (_, at) => entry(`${at}`, { readAt: '2026-11-21T08:30:00Z' }));
  render(<InboxBell />);
  await userEvent.click(await bell('Inbox'));
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(25));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('a server without an inbox has no button', async () => {
  server.use(http.get('/api/inbox', () => HttpResponse.json({ title: 'Not Found', status: 404 }, { status: 404 })));
  render(<InboxBell />);
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

const areas = new Map([['flags', 'analytics']]);
const me = { permissions: [{ resource: 'backoffice', actions: ['enter'] }] };
it.each([
  [{ kind: 'proposal', resource: 'change-sets', recordId: 'c1' }, '/backoffice/change-sets/c1'],
  [{ kind: 'mention', resource: 'flags', recordId: 'f1' }, undefined],
  [{ kind: 'mention', resource: 'unknown', recordId: 'f1' }, undefined],
  [{ kind: 'failure', resource: null, recordId: null }, undefined],
] as const)('%j leads to %s', (about, address) => expect(addressOf(about, areas, me)).toBe(address));
