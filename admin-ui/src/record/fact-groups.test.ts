import { expect, test } from 'vitest';
import type { Resource } from '../document/resources.ts';
import { factGroups, asideFacts } from './fact-groups.ts';

const view = {
  properties: {
    _id: { type: 'string' },
    name: { type: 'string' },
    note: { type: 'string' },
    place: { type: 'object', title: 'Place', properties: { pier: { type: 'string' } } },
    flags: { type: 'array', title: 'Flags', items: { type: 'string' } },
    sent: { type: 'string', format: 'date-time' },
    createdAt: { type: 'string', format: 'date-time' },
  },
};
const boats = { idField: '_id', view, input: undefined } as unknown as Resource;
const cards = (resource: Resource) =>
  factGroups(resource).cards.map(({ title, description, within, titled, facts }) => ({
    title,
    facts: facts.map(({ field }) => field),
    ...(description && { description }),
    ...(within && { within }),
    ...(titled && { titled }),
  }));

test('without groups plain facts share a card, a set has its own, and times come last', () => {
  expect(cards(boats)).toEqual([
    { title: 'Details', facts: ['name', 'note', 'flags'] },
    { title: 'Place', facts: ['pier'], within: 'place' },
  ]);
  expect(factGroups(boats).times.map(({ field }) => field)).toEqual(['sent', 'createdAt']);
});

test('groups follow ungrouped facts, in their own order, with times where listed', () => {
  const groups = [
    { title: 'Boat', description: 'What it is.', fields: ['sent', 'name', 'written only'] },
    { title: 'Where', fields: ['place'] },
    { title: 'Flags', fields: ['flags'] },
    { title: 'Empty', fields: ['written only'] },
  ];
  expect(cards({ ...boats, groups })).toEqual([
    { title: 'Details', facts: ['note'] },
    { title: 'Boat', description: 'What it is.', facts: ['sent', 'name'] },
    { title: 'Where', facts: ['pier'], within: 'place' },
    { title: 'Flags', facts: ['flags'], titled: true },
  ]);
});

test('a form of few fields shows the groups that it does not edit', () => {
  const groups = [
    { title: 'What was found', fields: ['note', 'flags'] },
    { title: 'Where', fields: ['place'] },
  ];
  const asideCards = (...fields: string[]) =>
    asideFacts({ ...boats, groups }, { properties: Object.fromEntries(fields.map((one) => [one, {}])) }).map(
      ({ title }) => title,
    );
  expect(asideCards('note')).toEqual(['Details', 'Where']);
  expect(asideCards('note', 'place')).toEqual(['Details']);
  expect(asideCards('note', 'place', 'name')).toEqual([]);
  // A form with many fields needs no facts beside it.
  expect(asideCards('note', 'flags', 'written', 'only')).toEqual([]);
});
