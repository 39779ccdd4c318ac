import type { ApiDocument, DocumentOperation, XResource } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { verbsOf } from './verbs.ts';

const boats = {
  name: 'boats',
  path: '/api/backoffice/boats',
  operations: { list: 'boat_list', restore: 'boat_restore', delete: 'boat_delete' },
} as unknown as XResource;

const post = (operationId: string, more: Partial<DocumentOperation> = {}) => ({
  post: { operationId, 'x-permission': `boats:${operationId.slice(5)}`, ...more },
});
const json = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });

function verbs(paths: Record<string, object>) {
  const schemas = {
    Launch: { type: 'object', required: ['day'], properties: { day: { type: 'string', format: 'date' } } },
    Secret: { type: 'object', properties: { code: { type: 'string', 'x-widget': 'password' } } },
    Nothing: { type: 'object', properties: {} },
  };
  return verbsOf({ paths, components: { schemas } } as unknown as ApiDocument, boats);
}

test('an unknown operation on one record is a verb with its summary as label', () => {
  expect(verbs({ '/api/backoffice/boats/{id}/scuttle': post('boat_scuttle', { summary: 'Scuttle a boat' }) })).toEqual([
    {
      name: 'scuttle',
      label: 'Scuttle a boat',
      operation: {
        id: 'boat_scuttle',
        method: 'post',
        path: '/api/backoffice/boats/{id}/scuttle',
        permission: 'boats:scuttle',
      },
      danger: false,
      primary: false,
      many: true,
    },
  ]);
});

test("the document's extension takes precedence", () => {
  const described = {
    label: 'Launch',
    icon: 'anchor',
    primary: true,
    many: false,
    when: { afloat: [false] },
    done: 'Boat launched',
    confirm: { title: 'Launch?', text: '{title} goes into the water.' },
  };
  const [launch] = verbs({
    '/api/backoffice/boats/{boat}/launch': post('boat_launch', {
      summary: 'Launch a boat',
      'x-verb': described,
      ...json({ $ref: '#/components/schemas/Launch' }),
    }),
  });
  expect(launch).toMatchObject({ ...described, name: 'launch', danger: false });
  expect(launch?.body?.properties?.['day']?.format).toBe('date');
});

test('other operations are no verbs: standard ones, those under other paths, and file uploads', () => {
  expect(
    verbs({
      '/api/backoffice/boats': post('boat_create'),
      '/api/backoffice/boats/delete': post('boat_bulk_delete'),
      '/api/backoffice/boats/{id}/restore': post('boat_restore'),
      '/api/backoffice/boats/{id}/sails/{sail}': post('boat_sail'),
      '/api/backoffice/boats/{id}/sails/hoist': post('boat_hoist'),
      '/api/backoffice/boats-for-hire/{id}/hire': post('boat_hire'),
      '/api/backoffice/boats/{id}/history': { get: { operationId: 'boat_history', 'x-permission': 'boats:read' } },
      '/api/backoffice/boats/{id}/picture': post('boat_picture', {
        requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } },
      }),
      '/api/backoffice/boats/{id}/several': post('boat_several', json({ type: 'array' })),
    }),
  ).toEqual([]);
});

test('a body without fields needs no form, and a secret is given to one at a time', () => {
  const [wash, lock] = verbs({
    '/api/backoffice/boats/{id}/wash-down': post('boat_wash', json({ $ref: '#/components/schemas/Nothing' })),
    '/api/backoffice/boats/{id}/lock': post('boat_lock', json({ $ref: '#/components/schemas/Secret' })),
  });
  expect(wash).toMatchObject({ label: 'Wash down', many: true });
  expect(wash?.body).toBeUndefined();
  expect(lock).toMatchObject({ many: false });
});
