// The whole back-office in a test: its own document, and a mock server whose responses the test defines.
import text from '@mizan/openapi/mizan.json?raw';
import { session, type Permissions } from '@mizan/ui-kit/session';
import { Toaster } from '@mizan/ui-kit/toaster';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { FieldRules } from './document/reader.ts';
import { routes } from './routes.tsx';

const person = { id: '0123456789abcdef01234567', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };

export const page = (items: object[]) =>
  HttpResponse.json({ items, total: items.length, page: 1, limit: 20, totalPages: 1 });

export const refusal = (status: number, body: object) =>
  HttpResponse.json({ type: 'about:blank', title: 'Refused', status, requestId: 'r', ...body }, { status });

/** Responds for whichever user is signed in; lists, saved filters and histories are empty. */
export const server = setupServer(
  http.get('/api/openapi.json', () => HttpResponse.json(JSON.parse(text))),
  http.post('/api/auth/refresh', () =>
    HttpResponse.json({ accessToken: 'token', tokenType: 'Bearer', expiresIn: 600 }),
  ),
  http.get('/api/backoffice/counts', () => HttpResponse.json({})),
  http.get('/api/backoffice/changes', () => HttpResponse.json({ items: [] })),
  http.get('/api/backoffice/:resource/breakdown', () => HttpResponse.json({ by: '', items: [], total: 0 })),
  http.get('/api/backoffice/saved-filters', () => HttpResponse.json([])),
  http.get('/api/backoffice/saved-mappings', () => HttpResponse.json([])),
  http.get('/api/jobs', () => HttpResponse.json({ items: [], total: 0, page: 1, limit: 10, totalPages: 0 })),
  http.get('/api/backoffice/:resource/filter-definitions', () => HttpResponse.json([])),
  http.get('/api/inbox', () => HttpResponse.json({ items: [], total: 0, totalPages: 0, unread: 0 })),
  // Tests say themselves what is read again.
  http.get('/api/backoffice/live', () => refusal(404, {})),
  http.post('/api/backoffice/viewers', () => HttpResponse.json({ items: [] })),
  http.get('/api/backoffice/:resource', () => page([])),
);

/** The permissions of an administrator in these tests, by resource. */
export const everything: Record<string, string[]> = {
  backoffice: ['enter'],
  users: ['read', 'update', 'lock', 'unlock', 'set-password', 'allow-linking'],
  'join-requests': ['read', 'accept', 'decline'],
};

/** Starts the mock server; call it once in a test file that opens the back-office. */
export function beServed(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    session.expect();
  });
  afterEach(() => {
    cleanup();
    server.resetHandlers();
  });
  afterAll(() => server.close());
}

/** Opens a URL as a user with these permissions, and with these rules of fields by resource. */
export function open(path: string, may = everything, rules: Record<string, Partial<FieldRules>> = {}) {
  const permissions: Permissions = Object.entries(may).map(([resource, actions]) => ({
    resource,
    actions,
    ...rules[resource],
  }));
  server.use(http.get('/api/auth/me', () => HttpResponse.json({ user: person, roles: [], permissions })));
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { address, user: userEvent.setup() };
}
