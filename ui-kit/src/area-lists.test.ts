import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaListsOf, totalOf } from './area-lists';

const resource = (name: string, label: string, area: string) => ({
  name,
  description: `About ${name}.`,
  'x-resource': { name, label, area, operations: { list: `${name}_list` } },
});
const list = (name: string) => ({ get: { operationId: `${name}_list`, 'x-permission': `${name}:read` } });

const server = setupServer(
  http.get('/api/openapi.json', () =>
    HttpResponse.json({
      tags: [
        { name: 'auth' },
        resource('units', 'Units', 'backoffice'),
        resource('secrets', 'Secrets', 'backoffice'),
        resource('charts', 'Charts', 'analytics'),
        {
          ...resource('mute', 'Mute', 'backoffice'),
          'x-resource': { name: 'mute', area: 'backoffice', operations: {} },
        },
      ],
      paths: { '/api/desk/units': list('units'), '/api/secrets': list('secrets'), '/api/charts': list('charts') },
    }),
  ),
  http.get('/api/desk/units', () => HttpResponse.json({ items: [], total: 1204 })),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const me = {
  permissions: [
    { resource: 'units', actions: ['read'] },
    { resource: 'charts', actions: ['read'] },
    { resource: 'secrets', actions: ['create'] },
  ],
};

test('an area has the lists that the user may read, as documented', async () => {
  const units = {
    name: 'units',
    label: 'Units',
    description: 'About units.',
    screen: '/backoffice/units',
    path: '/api/desk/units',
  };
  const lists = await areaListsOf(me, 'backoffice');
  expect(lists).toEqual([units]);
  expect(await totalOf(units)).toBe(1204);
});
