import type { Me } from '@mizan/ui-kit/session';
import { expect, test } from 'vitest';
import { appliesTo, filledIn, isForMany } from './verb-texts.ts';

test('it applies to records in the state that it is for', () => {
  const when = { afloat: [true], state: ['moored', null] };
  expect(appliesTo({ when }, { afloat: true, state: 'moored' }, null)).toBe(true);
  expect(appliesTo({ when }, { afloat: true }, null)).toBe(true);
  expect(appliesTo({ when }, { afloat: true, state: 'sailing' }, null)).toBe(false);
  expect(appliesTo({ when }, { afloat: false, state: 'moored' }, null)).toBe(false);
  expect(appliesTo({}, {}, null)).toBe(true);
});

test('what is for other accounts does not apply to the own one', () => {
  const me = { user: { id: 'a' } } as Me;
  expect(appliesTo({ ofOthers: true }, { id: 'a' }, me)).toBe(false);
  expect(appliesTo({ ofOthers: true }, { id: 'b' }, me)).toBe(true);
  expect(appliesTo({}, { id: 'a' }, me)).toBe(true);
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
