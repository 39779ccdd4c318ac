// The fields of a row, and what they are corrected with.
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import type { SetRow } from '../data/change-sets.ts';
import { readResources } from '../document/resources.ts';
import { correctionOf } from './correction.ts';
import { fieldsOfRow } from './fields-of-row.ts';
import { rowsQuery } from './set-data.ts';

const all = readResources(JSON.parse(text) as ApiDocument);
const units = all.find(({ name }) => name === 'units') as (typeof all)[number];
const row: SetRow = {
  row: 1,
  resource: 'units',
  record: null,
  action: 'create',
  before: null,
  after: { unitNumber: '101', bedrooms: 2 },
  changed: ['unitNumber', 'bedrooms'],
  errors: [],
  state: 'planned',
};

test('an error at a field without a value has its own field, once, under the name of the record', () => {
  const message = 'There is no such project';
  const errors = [
    { pointer: '/projectId', message },
    { pointer: '/project', message },
    { pointer: '', message: 'A whole row' },
  ];
  const fields = fieldsOfRow(units, { ...row, errors });
  expect(fields.filter((one) => one.errors.length > 0)).toEqual([
    { field: 'project', label: 'Project', changes: [], errors: [message] },
  ]);
});

test('a new record that is wrong as a whole has its missing required fields, which may be the reason', () => {
  const names = (errors: SetRow['errors']) => fieldsOfRow(units, { ...row, errors }).map(({ field }) => field);
  expect(names([]).toSorted()).toEqual(['bedrooms', 'unitNumber']);
  const whole = names([{ pointer: '', message: 'Developer is required' }]);
  expect(whole).toEqual(expect.arrayContaining(['bedrooms', 'unitNumber', 'developer', 'project']));
  expect(new Set(whole).size).toBe(whole.length);
});

test('a reference is corrected by the field of the form that writes it', () => {
  const correction = correctionOf(units, row, 'project');
  expect(correction?.field).toBe('projectId');
  expect(Object.keys(correction?.schema.properties ?? {})).toEqual(['projectId']);
});

test('what no form writes, and a deletion, cannot be corrected', () => {
  expect(correctionOf(units, row, 'createdAt')).toBeUndefined();
  expect(correctionOf(units, { ...row, action: 'delete' }, 'project')).toBeUndefined();
});

test('rows with errors are listed as such alone, as they are counted', () => {
  expect(rowsQuery('all')).toEqual({});
  expect(rowsQuery('errors')).toEqual({ errors: 'true' });
  expect(rowsQuery('update')).toEqual({ action: 'update', errors: 'false' });
  expect(rowsQuery('reversed')).toEqual({ state: 'reversed' });
});
