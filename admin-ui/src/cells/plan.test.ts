import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import type { Column, Resource } from '../document/resources.ts';
import { kindOf } from '../document/schema.ts';
import { editableFields, targetFor } from './editable.ts';
import { changesOf, planOf, titlesWanted } from './plan.ts';
import { inverse, refusalAt } from './row-changes.ts';

const reference = (view: string): Schema => ({ type: 'string', 'x-reference': { resource: 'harbours', view } });
const input: Schema = {
  type: 'object',
  required: ['name', 'berths'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 1, 'x-messages': { required: 'Name is required' } },
    berths: { type: 'integer', title: 'Berths', minimum: 0, 'x-messages': { minimum: 'At least 0' } },
    launchedOn: { type: 'string', format: 'date', title: 'Launched on' },
    state: { type: 'string', enum: ['afloat', 'docked'], title: 'State', 'x-labels': { docked: 'In the dock' } },
    insured: { type: 'boolean', title: 'Insured' },
    harbourId: { ...reference('harbour'), title: 'Harbour' },
    secret: { type: 'string', writeOnly: true },
    code: { type: 'string', title: 'Code', 'x-create-only': true },
    parts: { type: 'array', items: { type: 'string' } },
  },
};
const properties: Record<string, Schema> = {
  ...input.properties,
  harbour: { type: 'object', title: 'Harbour', properties: { _id: {}, name: {} } },
};
delete properties['harbourId'];
const boats = {
  name: 'boats',
  idField: '_id',
  titleTemplate: '{name}',
  referred: { harbour: '{name}' },
  input,
  patch: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(input.properties ?? {}).filter(([field]) => field !== 'code')),
  },
  view: { type: 'object', properties },
} as unknown as Resource;
const columns = (...fields: string[]): Column[] =>
  fields.map((field) => {
    const schema = properties[field] as Schema;
    return { field, label: schema.title ?? field, schema, kind: kindOf(schema) } as Column;
  });
const CREEK = '0123456789abcdef01234567';
const boat = {
  id: '1',
  _id: '1',
  name: 'Dhow',
  berths: 4,
  launchedOn: '2020-02-29',
  state: 'afloat',
  insured: false,
  harbour: { _id: CREEK, name: 'Creek' },
  code: 'A',
};
const found = new Map([
  [
    'harbours',
    new Map([
      ['marina', ['aaaaaaaaaaaaaaaaaaaaaaaa']],
      ['port', ['b', 'c']],
    ]),
  ],
]);
const target = targetFor(boats, columns('name', 'berths', 'launchedOn', 'state', 'insured', 'harbour', 'code'));
const plan = (...texts: string[]) => planOf(target, boat, texts, found);
const problems = (...texts: string[]) => plan(...texts).cells.map(({ problem }) => problem);

test('cells of what a change may have are edited, by the column that shows it', () => {
  expect([...editableFields(boats)]).toEqual([
    ['name', 'name'],
    ['berths', 'berths'],
    ['launchedOn', 'launchedOn'],
    ['state', 'state'],
    ['insured', 'insured'],
    ['harbour', 'harbourId'],
  ]);
});

test('texts are read as a form reads them, and only what differs is changed', () => {
  const row = plan('Dhow', '1,200', '20 Nov 2026', 'in the DOCK', 'yes', 'Marina', 'A');
  expect(row.cells.map(({ changed }) => changed)).toEqual([false, true, true, true, true, true, false]);
  expect(row.cells.map(({ problem }) => problem)).toEqual(Array(7).fill(undefined));
  expect(changesOf(target, [row])).toEqual([
    {
      _id: '1',
      was: { berths: 4, launchedOn: '2020-02-29', state: 'afloat', insured: false, harbourId: CREEK },
      update: {
        berths: 1200,
        launchedOn: '2026-11-20',
        state: 'docked',
        insured: true,
        harbourId: 'aaaaaaaaaaaaaaaaaaaaaaaa',
      },
    },
  ]);
});

test('an empty cell clears the field, unless it is required', () => {
  const row = plan('', '4', '', 'afloat', 'no', '', 'A');
  expect(row.cells.map(({ problem }) => problem)).toEqual(['Name is required', ...Array(6).fill(undefined)]);
  expect(changesOf(target, [row])[0]?.update).toEqual({ name: null, launchedOn: null, harbourId: null });
});

test('mistakes are reported at their cells, and none that the record has anyway', () => {
  expect(problems('Dhow', 'four', '31 Feb 2026', 'sunk', 'maybe', 'Atlantis', 'B')).toEqual([
    undefined,
    expect.stringContaining('number'),
    expect.any(String),
    '“sunk” is not a possible value',
    '“maybe” is not a possible value',
    'There is no record named “Atlantis”',
    'Code cannot be changed here',
  ]);
  expect(problems('Dhow', '-1', '', 'afloat', 'no', 'Port', 'A')).toEqual([
    undefined,
    'At least 0',
    undefined,
    undefined,
    undefined,
    'Several records are named “Port”',
    undefined,
  ]);
});

test('titles are looked up once each, and not those of columns that cannot be changed', () => {
  const rows = [
    ['', '', '', '', '', ' Marina ', 'x'],
    ['', '', '', '', '', 'Marina', 'y'],
  ];
  expect(titlesWanted(target, rows)).toEqual(new Map([['harbours', new Set(['Marina'])]]));
});

test('what is taken back expects what was saved', () => {
  const changes = [{ _id: '1', was: { berths: 4 }, update: { berths: 5 } }];
  expect(inverse(changes)).toEqual([{ _id: '1', was: { berths: 5 }, update: { berths: 4 } }]);
});

test('the server’s errors are about a cell, or about a record', () => {
  expect(refusalAt({ pointer: '/changes/3/update/berths', message: 'No' })).toEqual({
    at: 3,
    field: 'berths',
    message: 'No',
  });
  expect(refusalAt({ pointer: '/changes/12/_id', message: 'No' })).toEqual({ at: 12, message: 'No' });
});
