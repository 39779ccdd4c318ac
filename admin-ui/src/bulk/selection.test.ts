import { expect, test } from 'vitest';
import {
  between,
  countOf,
  EVERYTHING,
  isSelected,
  NOTHING,
  pageState,
  titlesOf,
  withChosen,
  withLatest,
} from './selection.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase(), record: { id } }));

test('rows are added to what is chosen already and taken away again', () => {
  const two = withChosen(
    withChosen(NOTHING, [{ id: 'x', title: 'X', record: { id: 'x' } }], true),
    rows.slice(0, 1),
    true,
  );
  expect([...two.chosen.keys()]).toEqual(['x', 'a']);
  expect(titlesOf(two.chosen)).toEqual(['X', 'A']);
  expect([...withChosen(two, rows, false).chosen.keys()]).toEqual(['x']);
  expect(NOTHING.chosen.size).toBe(0);
});

test('a page is chosen whole, in part or not at all', () => {
  const ids = rows.map(({ id }) => id);
  expect(pageState(withChosen(NOTHING, rows, true), ids)).toBe('all');
  expect(pageState(withChosen(NOTHING, rows.slice(1), true), ids)).toBe('some');
  expect(pageState(NOTHING, ids)).toBe('none');
  expect(pageState(NOTHING, [])).toBe('none');
});

test('a range goes either way, and is one row when its start is not on the page', () => {
  const ids = rows.map(({ id }) => id);
  expect(between(ids, 'c', 'a')).toEqual(['a', 'b', 'c']);
  expect(between(ids, 'b', 'c')).toEqual(['b', 'c']);
  expect(between(ids, 'z', 'c')).toEqual(['c']);
  expect(between(ids, undefined, 'b')).toEqual(['b']);
});

test('a row that was read again is chosen as it is now', () => {
  const chosen = withChosen(NOTHING, rows, true);
  expect(withLatest(chosen, rows)).toBe(chosen);
  const renamed = { id: 'b', title: 'New', record: { id: 'b' } };
  expect(titlesOf(withLatest(chosen, [renamed, { ...renamed, id: 'z' }]).chosen)).toEqual(['A', 'New', 'C']);
});

test('of everything that matches, rows can be left out and taken in again', () => {
  const [first] = rows;
  expect(countOf(EVERYTHING, 1284)).toBe(1284);
  const without = withChosen(EVERYTHING, rows.slice(0, 1), false);
  expect(countOf(without, 1284)).toBe(1283);
  expect([isSelected(without, first?.id ?? ''), isSelected(without, 'of another page')]).toEqual([false, true]);
  expect(
    pageState(
      without,
      rows.map(({ id }) => id),
    ),
  ).toBe('some');
  expect(countOf(withChosen(without, rows, true), 1284)).toBe(1284);
});
