// Home: a card for each area that the user may enter, what waits there, and what areas add.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cleanup, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '@mizan/ui-kit/session';
import type { WaitingEntry, WaitingSource } from '@mizan/ui-kit/waiting';
import { openShell } from '../app.fixture';
import type { Area, Extras } from '../area';
import { signIn } from '../public/sign-in';

const user = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const beds = {
  name: 'beds',
  description: 'Where patients lie.',
  'x-resource': { name: 'beds', label: 'Beds', area: 'backoffice', operations: { list: 'bed_list' } },
};

const server = setupServer(
  http.get('/api/openapi.json', () =>
    HttpResponse.json({
      tags: [beds],
      paths: { '/api/backoffice/beds': { get: { operationId: 'bed_list', 'x-permission': 'beds:read' } } },
    }),
  ),
  http.get('/api/auth/providers', () => HttpResponse.json({ password: true, providers: [] })),
  http.get('/api/backoffice/beds', () => HttpResponse.json({ items: [], total: 1204 })),
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
async function homeOf(areas: string[], extras?: Partial<Extras>, ofApp?: Area[]): Promise<void> {
  const permissions = [
    ...areas.map((resource) => ({ resource, actions: ['enter'] })),
    { resource: 'beds', actions: ['read'] },
  ];
  server.use(http.get('/api/auth/me', () => HttpResponse.json({ user, roles: ['user'], permissions })));
  await signIn('layla@demo.test', 'right');
  openShell('/home', extras, ofApp);
  await screen.findByRole('heading', { level: 1, name: /Layla$/ });
}

const ways = (): (string | null)[] =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

/** The source of a module with these entries. */
const waitingFor = (...entries: WaitingEntry[]): WaitingSource[] => [() => Promise.resolve({ default: entries })];

const discharges: WaitingEntry = {
  permissions: ['beds:read'],
  order: 1,
  read: () => Promise.resolve([{ text: '3 patients may leave', to: '/backoffice/beds?filters=x' }]),
};

it('the back-office with what is on record there, and analytics', async () => {
  await homeOf(['backoffice', 'analytics']);
  await screen.findByText('1,204');
  expect(ways()).toEqual(['/backoffice', '/backoffice/beds', '/analytics']);
});

it('only the areas that are open to the visitor', async () => {
  await homeOf(['analytics']);
  expect(ways()).toEqual(['/analytics']);
});

it('what waits, with the screens where it is done', async () => {
  const failing = { ...discharges, order: 2, read: () => Promise.reject(new Error('The server cannot be reached')) };
  await homeOf(['backoffice'], { waiting: waitingFor(discharges, failing) });
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }));
  expect(waiting.getByRole('link', { name: '3 patients may leave' }).getAttribute('href')).toBe(
    '/backoffice/beds?filters=x',
  );
  expect(waiting.getByText('Some of this could not be loaded.')).toBeTruthy();
});

it('that nothing waits, in words', async () => {
  await homeOf(['backoffice'], { waiting: waitingFor({ ...discharges, read: () => Promise.resolve([]) }) });
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }));
  expect(waiting.getByText('Nothing is waiting for you.')).toBeTruthy();
});

it('without an area it shows what to do', async () => {
  await homeOf([]);
  expect(screen.getByText(/Tell an administrator what you would like to work on/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Look again' })).toBeTruthy();
});

const ward = { path: '/ward', permission: 'ward:enter', order: 20, title: () => 'Ward', text: () => 'Who lies where.' };
const area: Area = {
  ...ward,
  onHome: () => Promise.resolve({ Above: () => <p>Above</p>, Below: ({ me }) => <p>{me.user.email}</p> }),
};

it('an area of the product has its card in its place, and one of the app its own parts', async () => {
  await homeOf(['backoffice', 'ward', 'analytics'], { areas: [ward] }, [area]);
  expect(ways()).toEqual(['/backoffice', '/backoffice/beds', '/ward', '/analytics']);
  expect(screen.getByRole('link', { name: 'Open Ward' })).toBeTruthy();
  expect(screen.getByText('Above')).toBeTruthy();
  expect(screen.getByText('layla@demo.test')).toBeTruthy();
});

it('an area has neither for who may not enter it', async () => {
  await homeOf(['backoffice'], { areas: [ward] }, [area]);
  expect(ways()).toEqual(['/backoffice', '/backoffice/beds']);
  expect(screen.queryByText('Above')).toBeNull();
});
