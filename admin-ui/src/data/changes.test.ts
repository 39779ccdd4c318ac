import { expect, test } from 'vitest';
import { changedFields, mergePatch, same, conflicting, merged } from './changes.ts';

test('only changed fields are sent', () => {
  expect(mergePatch({ name: 'A', rent: 1, tags: ['x'] }, { name: 'A', rent: 2, tags: ['x'] })).toEqual({ rent: 2 });
});

test('nothing is sent when nothing changed', () => {
  expect(mergePatch({ name: 'A', at: { lat: 1, lng: 2 } }, { at: { lng: 2, lat: 1 }, name: 'A' })).toEqual({});
});

test('a removed field is null', () => {
  expect(mergePatch({ name: 'A', view: 'Sea' }, { name: 'A' })).toEqual({ view: null });
});

test('a nested change sends its whole top-level field', () => {
  expect(mergePatch({ at: { lat: 1, lng: 2 } }, { at: { lat: 1, lng: 3 } })).toEqual({ at: { lat: 1, lng: 3 } });
});

test('zero, false and the empty text are values and not missing', () => {
  expect(mergePatch({ a: 1, b: true, c: 'x' }, { a: 0, b: false, c: '' })).toEqual({ a: 0, b: false, c: '' });
});

test('lists differ by order and length', () => {
  expect(same(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(same(['a'], ['a', 'b'])).toBe(false);
  expect(same({ a: undefined }, {})).toBe(true);
  expect(changedFields({ tags: [] }, { tags: ['a'] })).toEqual(['tags']);
});

test('only fields that both changed, to different values, are conflicts; the others are merged', () => {
  const before = { name: 'A', location: 'Deira', floors: 3, type: 'Towers' };
  const mine = { ...before, name: 'B', location: 'Jumeirah', floors: 4 };
  const theirs = { ...before, name: 'B', location: 'Marina', type: 'Villas' };
  expect(conflicting(before, mine, theirs)).toEqual(['location']);
  expect(merged(before, mine, theirs)).toEqual({ name: 'B', location: 'Jumeirah', floors: 4, type: 'Villas' });
});
