import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import type { Resource } from '../document/resources.ts';
import { clearsSomething, fieldsOf, schemaWith, startOf, updateOf } from './bulk-schema.ts';
import { refusalsOf } from './refusals.ts';

const input: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name', 'x-normalize': ['trim'] },
    view: { type: 'string' },
    insured: { type: 'boolean', title: 'Insured' },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
    code: { type: 'string', title: 'Code', 'x-create-only': true },
  },
};
const { code: _code, ...patchable } = input.properties ?? {};
const boats = { input, patch: { ...input, properties: patchable, required: [] } } as unknown as Resource;

test('every updatable field can be chosen, and no write-once field', () => {
  expect(fieldsOf(boats)).toEqual([
    { field: 'name', label: 'Name' },
    { field: 'view', label: 'View' },
    { field: 'insured', label: 'Insured' },
    { field: 'tags', label: 'Tags' },
  ]);
});

test('the schema has only the chosen fields, in their order, and requires what the record requires', () => {
  const schema = schemaWith(boats, ['view', 'name']);
  expect(Object.keys(schema.properties ?? {})).toEqual(['view', 'name']);
  expect(schema.required).toEqual(['name']);
  expect(schemaWith(boats, ['view']).required).toEqual([]);
});

test('what is left empty is emptied, what was not chosen is not sent', () => {
  const schema = schemaWith(boats, ['name', 'view']);
  expect(updateOf(schema, { name: ' A ' })).toEqual({ name: 'A', view: null });
  expect(clearsSomething(schema, { name: 'A' })).toBe(true);
  expect(clearsSomething(schema, { view: 'Sea' })).toBe(false);
});

test('a box starts unticked and a list empty: both are values', () => {
  const { properties = {} } = schemaWith(boats, ['insured', 'tags', 'view']);
  expect([startOf(properties['insured']), startOf(properties['tags']), startOf(properties['view'])]).toEqual([
    false,
    [],
    undefined,
  ]);
});

test('validation errors are shown at their fields, and those of a record name it', () => {
  expect(
    refusalsOf(
      [
        { pointer: '/update/view', message: 'Unknown' },
        { pointer: '/boatIds/1', message: 'was deleted' },
        { pointer: '/boatIds', message: 'Too many' },
      ],
      'boatIds',
      ['Dhow', 'Abra'],
    ),
  ).toEqual([
    { pointer: '/view', message: 'Unknown' },
    { pointer: '', message: 'Abra: was deleted' },
    { pointer: '', message: 'Too many' },
  ]);
});
