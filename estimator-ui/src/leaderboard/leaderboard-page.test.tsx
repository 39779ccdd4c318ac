// The leaderboard: the user's rank, movements, and what is shown when there is nothing, or nothing new.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '@mizan/ui-kit/session';
import { createAppRouter } from '../router';
import { signIn } from '@mizan/shell/sign-in';

const BOARD = '/api/estimations/leaderboard';
const user = { id: '2', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const permissions = [{ resource: 'estimations', actions: ['enter'] }];

const server = setupServer(
  http.get('/api/openapi.json', () => HttpResponse.json({ tags: [], paths: {} })),
  http.get('/api/auth/providers', () => HttpResponse.json({ password: true, providers: [] })),
  http.get('/api/auth/me', () => HttpResponse.json({ user, roles: ['estimator'], permissions })),
  http.post('/api/auth/login', () =>
    HttpResponse.json({ accessToken: 'token', tokenType: 'Bearer', expiresIn: 600, user }),
  ),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => session.forget());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const entry = (id: string, name: string, rank: number, score: number, previousRank?: number): object => ({
  id,
  name,
  assessmentsCompleted: 1200,
  score,
  rank,
  lastActive: new Date().toISOString(),
  ...(previousRank !== undefined && { previousRank }),
});

const board = (items: object[], more: object = {}): object => ({
  items,
  period: 'week',
  provisional: false,
  asOf: new Date().toISOString(),
  ...more,
});

async function open(answer: () => Response): Promise<void> {
  server.use(http.get(BOARD, answer));
  await signIn('layla@demo.test', 'right');
  const history = createMemoryHistory({ initialEntries: ['/estimations/leaderboard?period=week'] });
  render(<RouterProvider router={createAppRouter(history)} />);
  await screen.findByRole('heading', { level: 1, name: 'Leaderboard' });
}

const cells = (row: HTMLElement): string[] =>
  [...row.children].map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '');

it('everyone by rank, with movement since last week as text', async () => {
  const items = [
    entry('1', 'Daniel Mensah', 1, 81.4, 3),
    entry('2', 'Layla Haddad', 2, 70, 2),
    entry('3', 'Omar Nasser', 2, 70, 1),
    entry('4', 'Priya Raman', 4, 12.3),
  ];
  await open(() => HttpResponse.json(board(items)));
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows.map((row) => cells(row).slice(0, 3))).toEqual([
    ['1 2Up 2 places since last week', 'Daniel Mensah', '1,200'],
    ['2 Same rank as last week', 'Layla HaddadYou', '1,200'],
    ['2 1Down 1 place since last week', 'Omar Nasser', '1,200'],
    ['4 NewNew since last week', 'Priya Raman', '1,200'],
  ]);
  // Without a screen reader the arrow says it on hover, and a line above the board says what arrows are.
  expect(screen.getByTitle('Up 2 places since last week').textContent).toContain('2');
  expect(screen.getByText('Arrows show places up or down since last week.')).toBeTruthy();
  const own = screen.getByRole('region', { name: 'Your rank' });
  expect(own.textContent).toBe('Rank 2 of 4Score 70.0Same rank as last week');
});

it('without a board of last week no movement is shown', async () => {
  await open(() => HttpResponse.json(board([entry('1', 'Daniel Mensah', 1, 81.4), entry('2', 'Layla', 2, 70)])));
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows.map((row) => cells(row)[0])).toEqual(['1', '2']);
  expect(document.body.textContent).not.toContain('last week');
});

it('a user who is not on the board sees how to join it', async () => {
  await open(() => HttpResponse.json(board([entry('1', 'Daniel Mensah', 1, 81.4)])));
  expect((await screen.findByRole('region', { name: 'Your rank' })).textContent).toBe(
    'You are not on this board yet. Save an estimate to be on it.',
  );
});

it('an empty board shows an empty state, and how the score works', async () => {
  await open(() => HttpResponse.json(board([], { provisional: true })));
  await screen.findByText('There are no entries yet');
  expect(screen.getByText('Provisional')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByText('How the score works'));
  expect(screen.getByText(/saving it again later does not change the score/)).toBeTruthy();
});

it('a cached board shows its time, and is refetched', async () => {
  const asOf = new Date(Date.now() - 60 * 60_000).toISOString();
  await open(() => HttpResponse.json(board([entry('1', 'Daniel Mensah', 1, 81.4)], { asOf })));
  await screen.findByText('The latest scores could not be loaded.');
  server.use(http.get(BOARD, () => HttpResponse.json(board([entry('1', 'Daniel Mensah', 1, 82.5)]))));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('82.5');
  expect(screen.queryByText('The latest scores could not be loaded.')).toBeNull();
});

it('a board that fails to load shows an error and can be retried', async () => {
  await open(() => HttpResponse.json({ title: 'Internal', status: 500 }, { status: 500 }));
  await screen.findByText('The leaderboard could not be loaded.');
  server.use(http.get(BOARD, () => HttpResponse.json(board([entry('1', 'Daniel Mensah', 1, 81.4)]))));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table');
});
