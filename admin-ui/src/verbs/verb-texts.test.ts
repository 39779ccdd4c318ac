import { expect, test } from 'vitest';
import { appliesTo, filledIn, isForMany } from './verb-texts.ts';

test('it applies to records in the state that it is for', () => {
  const when = { afloat: [true], state: ['moored', null] };
  expect(appliesTo({ when }, { afloat: true, state: 'moored' })).toBe(true);
  expect(appliesTo({ when }, { afloat: true })).toBe(true);
  expect(appliesTo({ when }, { afloat: true, state: 'sailing' })).toBe(false);
  expect(appliesTo({ when }, { afloat: false, state: 'moored' })).toBe(false);
  expect(appliesTo({}, {})).toBe(true);
});

test("texts contain the record's title and fields", () => {
  const record = { berth: { _id: '7', name: 'Pier 7' }, length: 12, owner: null };
  expect(filledIn('{title} leaves {berth}. Goodbye, {title}.', '$& Albatross', record)).toBe(
    '$& Albatross leaves Pier 7. Goodbye, $& Albatross.',
  );
  expect(filledIn('{length} ft{owner}{unknown}', 'A', record)).toBe('12 ft');
  expect(isForMany('{title} goes.')).toBe(true);
  expect(isForMany('{title}, {length} ft, goes.')).toBe(false);
});
