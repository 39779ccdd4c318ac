// A saved filter by mail: at a time, or when its count crosses a bound; the user's own subscriptions, and an end of them.
import { product } from '@mizan/ui-kit/product';
import { toast } from '@mizan/ui-kit/toaster';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beServed, open, server } from '../app.fixture.tsx';
import { serveEvents } from '../app.with-events.fixture.ts';

const MAY = { backoffice: ['enter'], companies: ['read'], 'filter-definitions': ['read'], 'saved-filters': ['read'] };
const SUBSCRIPTIONS = '/api/backoffice/saved-filters/f1/subscriptions';
const filter = {
  id: 'f1',
  name: 'New this week',
  description: null,
  isDefault: false,
  shared: true,
  own: false,
  owner: { id: 'omar', name: 'Omar Saleh' },
  filterState: { operator: 'AND', conditions: [] },
};

let sent: unknown[];
let own: object[];

beServed();
beforeEach(() => {
  product().mail = true;
  toast.removeAll();
  sent = [];
  own = [];
  serveEvents();
  server.use(
    http.get('/api/backoffice/saved-filters', () => HttpResponse.json([filter])),
    http.get(SUBSCRIPTIONS, () => HttpResponse.json({ items: own, total: own.length, totalPages: 1 })),
    http.post(SUBSCRIPTIONS, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({}, { status: 201 });
    }),
    http.delete(`${SUBSCRIPTIONS}/:id`, ({ params }) => {
      sent.push(params['id']);
      own = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});
afterEach(() => {
  delete product().mail;
});

async function openMenu() {
  const { user } = open('/backoffice/companies', MAY);
  await user.click(await screen.findByRole('button', { name: 'Saved filters' }));
  await screen.findByText('New this week');
  return user;
}

async function openDialog() {
  const user = await openMenu();
  await user.click(screen.getByRole('button', { name: 'Actions for New this week' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send me this' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Send me “New this week”' }) };
}

test('without mail a filter of another user has no actions', async () => {
  delete product().mail;
  await openMenu();
  expect(screen.queryByRole('button', { name: 'Actions for New this week' })).toBeNull();
});

test('it comes every day, unless a weekday is chosen', async () => {
  const { user, dialog } = await openDialog();
  await user.selectOptions(within(dialog).getByLabelText('Day'), 'Friday');
  await user.click(within(dialog).getByRole('radio', { name: 'Excel file' }));
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  await screen.findByText('You will get it by mail');
  expect(sent).toEqual([{ schedule: { weekday: 5, time: '08:00' }, format: 'xlsx' }]);
});

test('a time of a day is typed, and what is none is reported at its field', async () => {
  const { user, dialog } = await openDialog();
  const time = within(dialog).getByLabelText('Time');
  for (const wrong of ['24:00', '8', '08:60']) {
    await user.clear(time);
    await user.type(time, wrong);
    await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
    expect(within(dialog).getByText('Enter a time such as 08:00')).toBeTruthy();
    expect(document.activeElement).toBe(time);
  }
  await user.clear(time);
  await user.type(time, '7:30');
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  await screen.findByText('You will get it by mail');
  expect(sent).toEqual([{ schedule: { time: '07:30' }, format: 'html' }]);
});

test('it comes when its count crosses a bound, which must be a number', async () => {
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole('radio', { name: 'When the count crosses a bound' }));
  const count = within(dialog).getByLabelText('Number');
  await user.clear(count);
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  expect(within(dialog).getByText('Enter a whole number')).toBeTruthy();
  expect(document.activeElement).toBe(count);
  await user.type(count, '20');
  await user.selectOptions(within(dialog).getByLabelText('The count becomes'), 'Less than');
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  await screen.findByText('You will get it by mail');
  expect(sent).toEqual([{ when: { operator: 'less_than', count: 20 }, format: 'html' }]);
});

test('own subscriptions are listed and stopped', async () => {
  own = [{ _id: 's1', schedule: { weekday: 1, time: '07:30' }, when: null, format: 'html', lastAt: null }];
  const { user, dialog } = await openDialog();
  await within(dialog).findByText('Every Monday at 07:30');
  await user.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await screen.findByText('You will not get it any more');
  await waitFor(() => expect(within(dialog).queryByText('Your subscriptions')).toBeNull());
  expect(sent).toEqual(['s1']);
});
