// Home of the desk: the card of the estimators' area among those of the back-office, and what waits there.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '@mizan/ui-kit/session';
import { createAppRouter } from '../router';
import { signIn } from '@mizan/shell/sign-in';

const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const project = {
  _id: 'p',
  name: 'Marina Heights',
  location: 'Dubai Marina',
  developer: { _id: 'd', name: 'Emaar' },
  unitsCount: 8,
  completedUnitsCount: 2,
  agentsCompletedCount: 0,
};

const server = setupServer(
  http.get('/api/openapi.json', () => HttpResponse.json({ tags: [], paths: {} })),
  http.get('/api/auth/providers', () => HttpResponse.json({ password: true, providers: [] })),
  http.get('/api/projects', ({ request }) => {
    const items = new URL(request.url).searchParams.get('filter') === 'this-week' ? [project] : [];
    return HttpResponse.json({ items, total: items.length, page: 1, limit: 100, totalPages: 1 });
  }),
  http.get('/api/projects/weekly-selection', () =>
    HttpResponse.json({ _id: 'r', name: 'May', weekStart: '2026-11-16', projectIds: [project._id] }),
  ),
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

/** Home of a user who may enter these areas. */
async function homeOf(...areas: string[]): Promise<void> {
  const permissions = areas.map((resource) => ({ resource, actions: ['enter'] }));
  server.use(http.get('/api/auth/me', () => HttpResponse.json({ user, roles: ['user'], permissions })));
  await signInAndOpen();
}

const administrator = [
  { resource: 'backoffice', actions: ['enter'] },
  { resource: 'analytics', actions: ['enter'] },
  { resource: 'join-requests', actions: ['read', 'accept'] },
  { resource: 'flags', actions: ['read', 'update'] },
  { resource: 'filter-definitions', actions: ['read'] },
];

async function signInAndOpen(): Promise<void> {
  await signIn('layla@demo.test', 'right');
  render(<RouterProvider router={createAppRouter(createMemoryHistory({ initialEntries: ['/home'] }))} />);
  await screen.findByRole('heading', { level: 1, name: /Layla$/ });
}

const ways = (): (string | null)[] =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

it('what waits for an administrator, with the screens where it is done', async () => {
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json({ user, roles: ['admin'], permissions: administrator })),
    http.get('/api/backoffice/join-requests', ({ request }) => {
      const filters = new URL(request.url).searchParams.get('filters') ?? '';
      return HttpResponse.json({ items: [], total: filters.includes('pending') ? 3 : 40 });
    }),
    http.get('/api/analytics/flags', () => HttpResponse.json({ status: 503 }, { status: 503 })),
  );
  await signInAndOpen();
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }));
  expect(waiting.getByRole('link').textContent).toBe('3 join requests wait for a decision');
  expect(waiting.getByRole('link').getAttribute('href')).toMatch(/^\/backoffice\/join-requests\?filters=/);
  expect(waiting.getByText('Some of this could not be loaded.')).toBeTruthy();
});

it('estimations and analytics, for a user with both roles', async () => {
  await homeOf('estimations', 'analytics');
  await screen.findByText('Begin with a project');
  expect(ways()).toEqual(['/estimations/assessments?filter=not-started', '/estimations', '/analytics']);
});

it("this week's rotation with what the visitor has done of it, for who estimates", async () => {
  await homeOf('estimations');
  const week = await screen.findByRole('region', { name: 'This week' });
  await within(week).findByText('2 of 8 units');
  expect(within(week).queryByText('Marina Heights')).toBeNull();
});
