// The assessment of a unit, opened in the app, and the server behind it.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import { deleteRows, rowsOf } from '../outbox/rows';
import { publish } from '../outbox/waiting';
import { createAppRouter } from '../router';
import { signIn } from '@mizan/shell/sign-in';

export const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
export const PROJECT = '0'.repeat(24);
export const unit = (letter: string, bedrooms: number) => ({
  _id: letter.repeat(24),
  unitNumber: `${letter.toUpperCase()}-1`,
  bedrooms,
  totalAreaInSqFt: 812,
  floor: null,
  view: 'Sea view',
  purchasePriceInAED: 1_250_000,
  percentageBaseInAED: 71_357,
});
export const project = {
  _id: PROJECT,
  name: 'Marina Heights',
  location: 'Dubai Marina',
  developer: { _id: 'd', name: 'Emaar' },
  units: [unit('a', 1), unit('b', 1), unit('c', 0)],
};

/** The estimates that the server has received. */
export const sent: Record<string, unknown>[] = [];

/** The server's response to an estimate. */
export async function saveAssessment(request: Request): Promise<Response> {
  const body = (await request.json()) as Record<string, unknown>;
  sent.push(body);
  return HttpResponse.json(
    { ...body, _id: 'f', createdAt: '2026-11-20T08:00:00Z', updatedAt: '2026-11-20T08:00:00Z' },
    { status: 201 },
  );
}

export const server = setupServer(
  http.get('/api/auth/providers', () => HttpResponse.json({ password: true, providers: [] })),
  http.post('/api/auth/login', () =>
    HttpResponse.json({ accessToken: 'token', tokenType: 'Bearer', expiresIn: 600, user }),
  ),
  http.get('/api/auth/me', () =>
    HttpResponse.json({ user, roles: ['estimations'], permissions: [{ resource: 'estimations', actions: ['enter'] }] }),
  ),
  http.get('/api/projects', () => HttpResponse.json({ items: [], total: 0, page: 1, limit: 100, totalPages: 0 })),
  http.get(`/api/projects/${PROJECT}/with-units`, () => HttpResponse.json(project)),
  http.get('/api/assessments', () => HttpResponse.json([])),
  http.post('/api/assessments', ({ request }) => saveAssessment(request)),
);

/** Registers the hooks of a test file: a server, and nothing left of the test before. */
export function serveAssessments(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    session.forget();
    sent.length = 0;
  });
  afterEach(async () => {
    cleanup();
    act(() => toast.removeAll());
    server.resetHandlers();
    await deleteRows(await rowsOf(user.id));
    publish({ ready: true, rows: [] });
  });
  afterAll(() => server.close());
}

export async function open(unitId: string): Promise<void> {
  await signIn('layla@demo.test', 'right');
  render(
    <RouterProvider
      router={createAppRouter(
        createMemoryHistory({ initialEntries: [`/estimations/assessments/${PROJECT}/${unitId}`] }),
      )}
    />,
  );
}

export const button = (name: string): HTMLElement => screen.getByRole('button', { name });
export const unitShown = (number: string): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 1, name: new RegExp(`^Unit ${number}`) });

export async function tap(...names: string[]): Promise<void> {
  for (const name of names) await userEvent.click(button(name));
}
