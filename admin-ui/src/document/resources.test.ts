import type { ApiDocument, XResource } from '@mizan/openapi/document';
import { describe, expect, test } from 'vitest';
import { columnsOf, hintOf, uncapitalized, isWhole, nameOf, nounOf, readResources, titleOf } from './resources.ts';
import { kindOf, labelOf, referenceWithin, schemaOf } from './schema.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Test', version: '1' },
  tags: [
    {
      name: 'boats',
      description: 'What floats.',
      'x-resource': {
        name: 'boats',
        label: 'Boats',
        singular: 'Boat',
        area: 'backoffice',
        path: '/api/backoffice/boats',
        idField: '_id',
        title: 'name',
        listColumns: ['length', 'owner'],
        defaultSort: { field: 'name', direction: 'asc' },
        sortable: ['name', 'length'],
        searchable: true,
        operations: {
          list: 'boat_list',
          view: 'boat_view',
          create: 'boat_create',
          filters: 'boat_filter_definitions',
          bulkUpdate: 'boat_bulk_update',
        },
        idsField: 'boatIds',
        schemas: { view: 'Boat' },
      },
    },
    { name: 'auth' },
  ],
  paths: {
    '/api/backoffice/boats': {
      get: { operationId: 'boat_list', 'x-permission': 'boats:read' },
      patch: { operationId: 'boat_bulk_update', 'x-permission': 'boats:update' },
    },
    '/api/backoffice/boats/filter-definitions': {
      get: { operationId: 'boat_filter_definitions', 'x-permission': 'filter-definitions:read' },
    },
    '/api/backoffice/boats/{id}': { get: { operationId: 'boat_view', 'x-permission': 'boats:read' } },
  },
  components: {
    schemas: {
      Owner: { type: 'object', title: 'Owner', properties: { _id: { type: 'string' }, name: { type: 'string' } } },
      Boat: {
        type: 'object',
        properties: {
          _id: { type: 'string' },
          name: { type: 'string', title: 'Name' },
          length: { type: ['number', 'null'], title: 'Length', 'x-unit': 'ft' },
          owner: {
            anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }],
            title: 'Keeper',
            'x-reference': { resource: 'people' },
          },
          berth: { type: 'object', properties: { pier: { type: 'string' } } },
          launchedOn: { type: 'string', format: 'date' },
          parent: { $ref: '#/components/schemas/Boat' },
        },
      },
    },
  },
} as unknown as ApiDocument;

describe('a resource unknown to the front end', () => {
  const [boats] = readResources(document);

  test('is read whole from the document', () => {
    expect(boats).toMatchObject({ name: 'boats', description: 'What floats.', noun: 'boat' });
    expect(boats?.operations.list).toEqual({
      id: 'boat_list',
      method: 'get',
      path: '/api/backoffice/boats',
      permission: 'boats:read',
    });
  });

  test('has filters and bulk changes where the document declares them', () => {
    expect(boats).toMatchObject({ idsField: 'boatIds', nouns: 'boats' });
    expect(boats?.operations.filters?.permission).toBe('filter-definitions:read');
    expect(boats?.operations.bulkUpdate).toEqual({
      id: 'boat_bulk_update',
      method: 'patch',
      path: '/api/backoffice/boats',
      permission: 'boats:update',
    });
    expect(boats?.operations.bulkDelete).toBeUndefined();
  });

  test('does not offer what the document has no operation for', () => {
    expect(boats?.operations.create).toBeUndefined();
    expect(boats?.operations.delete).toBeUndefined();
  });

  test('has its title column first even when the list columns forget it, then the others hidden', () => {
    const columns = boats?.columns.map(({ field, usual, hideable }) => [field, usual, hideable]);
    expect(columns).toEqual([
      ['name', true, false],
      ['length', true, true],
      ['owner', true, true],
      ['launchedOn', false, true],
    ]);
  });

  test('has columns that know what they show', () => {
    const columns = columnsOf(
      { listColumns: ['owner', 'length'], title: 'name', sortable: ['length'], idField: '_id' },
      schemaOf(document, 'Boat'),
    );
    expect(columns.map(({ label, kind, sortable }) => [label, kind, sortable])).toEqual([
      ['Name', 'text', false],
      ['Keeper', 'reference', false],
      ['Length', 'number', true],
      ['Launched on', 'date', false],
    ]);
  });
});

test('a schema that contains itself ends', () => {
  expect(schemaOf(document, 'Boat').properties?.['parent']).toEqual({});
});

test('a label is the title, else the spaced name', () => {
  expect(labelOf('name', { title: 'Full name' })).toBe('Full name');
  expect(labelOf('totalAreaInSqFt', {})).toBe('Total area in sq ft');
});

test('kinds follow the schema', () => {
  expect(kindOf({ type: 'string', 'x-widget': 'textarea' })).toBe('long-text');
  expect(kindOf({ type: 'string', enum: ['a'] })).toBe('choice');
  expect(kindOf({ type: 'integer' })).toBe('number');
  expect(kindOf({ type: 'array', items: { type: 'string', 'x-reference': { resource: 'boats' } } })).toBe('references');
  expect(kindOf({ type: 'array', items: { type: 'object' }, 'x-reference': { resource: 'boats' } })).toBe('references');
});

test('an object of nothing but an identifier is a reference', () => {
  const id = { type: 'string', 'x-reference': { resource: 'people', view: 'owner' } };
  expect(referenceWithin({ type: 'object', properties: { _id: id } })?.key).toBe('_id');
  expect(referenceWithin({ type: 'object', properties: { _id: id, since: {} } })).toBeUndefined();
});

test('a record is named by its title, else by its identifier', () => {
  expect(titleOf({ titleTemplate: '{name}', idField: '_id' }, { _id: '1', name: 'مرسى' })).toBe('مرسى');
  expect(titleOf({ titleTemplate: '{name}', idField: '_id' }, { _id: '1', name: ' ' })).toBe('1');
  const unit = { titleTemplate: '{unitNumber} · {project}', idField: '_id' };
  expect(titleOf(unit, { unitNumber: '101', project: { _id: '2', name: 'Marina' } })).toBe('101 · Marina');
});

test('what is missing of a title falls away with the text that joins it', () => {
  const title = (number: string, project: string, floor?: number) =>
    titleOf(
      { titleTemplate: '{unitNumber} · {project} ({floor})', idField: '_id' },
      { unitNumber: number, project: { _id: '1', name: project || null }, floor },
    );
  expect(title('101', 'Marina', 3)).toBe('101 · Marina (3)');
  expect(title(' ', 'Marina', 3)).toBe('Marina (3)');
  expect(title('101', 'Marina')).toBe('101 · Marina');
});

test('a referenced record is named by its own title, as far as it is shown', () => {
  const estimation = { titleTemplate: '{unit}', idField: '_id', referred: { unit: '{unitNumber} · {project}' } };
  const project = { _id: '2', name: 'Marina' };
  expect(titleOf(estimation, { unit: { _id: '1', unitNumber: 'A-1' } })).toBe('A-1');
  expect(titleOf(estimation, { unit: { _id: '1', unitNumber: 'A-1', project } })).toBe('A-1 · Marina');
  expect(titleOf(estimation, { unit: { _id: '1', name: 'The corner unit' } })).toBe('The corner unit');
  expect(nameOf({ _id: '2', unitNumber: 'A-1' }, '{unitNumber}')).toBe('A-1');
});

test('a resource knows the titles of those that its fields refer to, and whether they are shown whole', () => {
  const boats = document.tags?.[0]?.['x-resource'] as XResource;
  const people = { ...boats, name: 'people', titleTemplate: '{name} of {town}', schemas: { view: 'Owner' } };
  const read = readResources({
    ...document,
    tags: [
      { name: 'boats', 'x-resource': boats },
      { name: 'people', 'x-resource': people },
    ],
  });
  expect(read[0]?.referred).toEqual({ owner: '{name} of {town}' });
  expect(isWhole({ _id: '1', name: 'Ada' }, '{name} of {town}')).toBe(false);
  expect(isWhole({ _id: '1', name: 'Ada', town: null }, '{name} of {town}')).toBe(true);
});

test('a hint has labels and days as people read them', () => {
  const view = {
    properties: {
      on: { type: 'string', format: 'date' },
      state: { enum: ['a'], 'x-labels': { a: 'Afloat' } },
      owner: {},
    },
  };
  const boats = { hintTemplate: '{state} since {on} · {owner}', view, referred: {} };
  expect(hintOf(boats, { state: 'a', on: '2026-11-02', owner: { name: 'Ada' } })).toBe('Afloat since 2 Nov 2026 · Ada');
  expect(hintOf({ view, referred: {} }, { state: 'a' })).toBe('');
});

test('a label within a sentence is in lower case, abbreviations stay', () => {
  expect(uncapitalized('Weekly Rotation')).toBe('weekly rotation');
  expect(uncapitalized('AED Rate')).toBe('AED rate');
});

test('one record has the singular noun', () => {
  expect([0, 1, 2].map((count) => nounOf({ noun: 'unit', nouns: 'units' }, count))).toEqual(['units', 'unit', 'units']);
});
