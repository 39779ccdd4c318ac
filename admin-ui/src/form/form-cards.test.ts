import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { cardsOf, isWide } from './form-cards.ts';

const schema: Schema = {
  properties: {
    note: { type: 'string' },
    name: { type: 'string' },
    berthId: { type: 'string', 'x-reference': { resource: 'berths', view: 'berth' } },
    owner: {
      type: 'object',
      properties: { _id: { type: 'string', 'x-reference': { resource: 'people', view: 'owner' } } },
    },
    place: { type: 'object', title: 'Place', properties: { pier: { type: 'string' }, number: { type: 'integer' } } },
    flags: { type: 'array', items: { type: 'string' } },
  },
};
const all = Object.keys(schema.properties ?? {});

test('without groups plain fields share a card, and sets and lists have their own', () => {
  expect(cardsOf(all, schema)).toEqual([
    { title: 'Basic Information', fields: ['note', 'name', 'berthId', 'owner'] },
    { fields: ['place'] },
    { fields: ['flags'] },
  ]);
});

test('groups have their fields in their own order, by the names that the record is read with', () => {
  const groups = [
    { title: 'Boat', description: 'What it is.', fields: ['berth', 'flags', 'name', 'owner'] },
    { title: 'Where', fields: ['place'] },
    { title: 'What nobody may write', fields: ['seen'] },
  ];
  expect(cardsOf(all, schema, groups)).toEqual([
    { title: 'Basic Information', fields: ['note'] },
    {
      title: 'Boat',
      description: 'What it is.',
      fields: ['berthId', 'flags', 'name', 'owner'],
      titled: false,
    },
    { title: 'Where', description: undefined, fields: ['place'], titled: true },
  ]);
});

test('numbers, days, choices, references and short texts take half a line, all else a whole one', () => {
  const wide = (one: Schema) => isWide(one);
  expect([
    wide({ type: 'number' }),
    wide({ type: 'string', format: 'date' }),
    wide({ enum: ['a'] }),
    wide({ type: 'string', maxLength: 100 }),
    wide(schema.properties?.['owner'] as Schema),
  ]).toEqual([false, false, false, false, false]);
  expect([
    wide({ type: 'string', 'x-widget': 'textarea' }),
    wide({ type: 'string', maxLength: 2000 }),
    wide(schema.properties?.['place'] as Schema),
    wide(schema.properties?.['flags'] as Schema),
  ]).toEqual([true, true, true, true]);
});
