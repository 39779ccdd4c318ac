import { expect, test } from 'vitest';
import type { Column } from '../document/resources.ts';
import { kindOf } from '../document/schema.ts';
import { fitOf } from './column-fit.ts';

const boats = { title: 'name', referred: { harbour: '{name}' } };
const SENTENCE = 'One of six equal lengths that the owner wrote down in a row.';

const fit = (field: string, schema: Column['schema'], values: unknown[], drawn: string[] = []) => {
  const column = { field, label: field, schema, kind: kindOf(schema), sortable: false, usual: true, hideable: true };
  return fitOf(
    boats,
    column,
    values.map((value) => ({ [field]: value })),
    drawn,
  );
};

const TEXT = { type: 'string' } as const;
const HARBOUR = { 'x-reference': { resource: 'harbours' } };

test.each([
  ['a number', 'short', fit('length', { type: 'number' }, [123456.789])],
  ['a choice', 'short', fit('state', { enum: ['ashore'] }, ['ashore'])],
  ['short texts', 'short', fit('name', TEXT, ['Nawal', 'Hilm'])],
  ['texts of which one is longer', 'text', fit('name', TEXT, ['Nawal', 'Hilm of the northern bay'])],
  ['sentences', 'long', fit('reason', TEXT, ['Short.', SENTENCE])],
  ['a title is never broken', 'text', fit('name', TEXT, [SENTENCE])],
  ['names of records', 'short', fit('harbour', HARBOUR, [{ _id: '1', name: 'North' }, null])],
  ['records whose names are not known yet', 'text', fit('harbour', HARBOUR, ['0123456789abcdef01234567'])],
  ['what a module draws', 'text', fit('name', TEXT, ['Nawal'], ['name'])],
  ['a picture in place of an address', 'picture', fit('photo', { type: 'string', format: 'uri' }, [null], ['photo'])],
  ['an empty page', 'text', fit('name', TEXT, [])],
])('%s: %s', (_what, expected, is) => {
  expect(is).toBe(expected);
});
