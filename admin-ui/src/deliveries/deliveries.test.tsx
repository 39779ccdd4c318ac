// What was sent to a webhook: states, errors, the next attempt, and the button that sends a message again.
import { toast } from '@mizan/ui-kit/toaster';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, server } from '../app.fixture.tsx';
import { serveEvents } from '../app.with-events.fixture.ts';

const ID = '0123456789abcdef01234568';
const COMPANY = `/api/backoffice/companies/${ID}`;
const SCREEN = `/backoffice/companies/${ID}/deliveries`;
const MAY = { backoffice: ['enter'], companies: ['read', 'update'] };

const delivered = {
  _id: 'd1',
  event: 'companies.updated',
  resource: 'companies',
  recordId: ID,
  title: 'Lulwa',
  state: 'delivered',
  attempts: 1,
  lastAt: '2026-11-20T08:30:00Z',
  lastStatus: 204,
  lastError: null as string | null,
  nextAt: null as string | null,
  createdAt: '2026-11-20T08:30:00Z',
};
const failed = {
  ...delivered,
  _id: 'd2',
  title: null,
  state: 'failed',
  attempts: 12,
  lastStatus: 500,
  lastError: 'The receiver failed.',
};

let replayed: string[];
let states: (string | null)[];

beServed();
beforeEach(() => {
  toast.removeAll();
  replayed = [];
  states = [];
  serveEvents();
  server.use(
    http.get(COMPANY, () => HttpResponse.json({ _id: ID, name: 'Lulwa' })),
    http.get(`${COMPANY}/deliveries`, ({ request }) => {
      const state = new URL(request.url).searchParams.get('state');
      states.push(state);
      const items = [failed, delivered].filter((one) => state === null || one.state === state);
      return HttpResponse.json({ items, total: items.length, totalPages: 1 });
    }),
    http.post(`${COMPANY}/deliveries/:id/replay`, ({ params }) => {
      replayed.push(String(params['id']));
      return HttpResponse.json({ ...failed, state: 'pending' }, { status: 202 });
    }),
  );
});

const items = async () =>
  within(await screen.findByRole('list', { name: 'Deliveries, the newest first' })).getAllByRole('listitem');

test('each delivery says what became of it', async () => {
  open(SCREEN, MAY);
  const [first, second] = await items();
  expect(first?.textContent).toContain('Sent 12 times');
  expect(first?.textContent).toContain('Answer 500The receiver failed.');
  expect(within(first as HTMLElement).queryByRole('link')).toBeNull();
  expect(second?.textContent).toContain('Sent once');
  expect(
    within(second as HTMLElement)
      .getByRole('link', { name: 'Lulwa' })
      .getAttribute('href'),
  ).toBe(`/backoffice/companies/${ID}/show`);
  expect(screen.getByRole('link', { name: 'Deliveries' }).getAttribute('aria-current')).toBe('page');
});

test('the address says which state is shown', async () => {
  const { user, address } = open(SCREEN, MAY);
  await items();
  await user.click(screen.getByRole('radio', { name: 'Delivered' }));
  await waitFor(async () => expect(await items()).toHaveLength(1));
  expect(address()).toBe(`${SCREEN}?state=delivered`);
  await user.click(screen.getByRole('radio', { name: 'Pending' }));
  expect(await screen.findByText('There is none in this state')).toBeTruthy();
  expect(states).toEqual([null, 'delivered', 'pending']);
});

test('a message is sent again', async () => {
  const { user } = open(SCREEN, MAY);
  const [first] = await items();
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Send again' }));
  await screen.findByText('The message is sent again');
  expect(replayed).toEqual(['d2']);
});

test('a user without the permission only looks', async () => {
  open(SCREEN, { ...MAY, companies: ['read'] });
  await items();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});
