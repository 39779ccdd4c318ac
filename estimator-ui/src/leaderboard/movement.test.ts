// Movement on the board since last week ended.
import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { isCompared, movementOf } from './movement';

it('a smaller rank than last week is up, a larger one down, by the difference', () => {
  expect(movementOf({ rank: 2, previousRank: 5 }, true)).toEqual({ direction: 'up', steps: 3 });
  expect(movementOf({ rank: 5, previousRank: 4 }, true)).toEqual({ direction: 'down', steps: 1 });
  expect(movementOf({ rank: 4, previousRank: 4 }, true)).toEqual({ direction: 'same' });
});

it('who was not on the board last week is new, where others were', () => {
  const entries = [{ rank: 1, previousRank: 1 }, { rank: 2 }, { rank: 3, previousRank: null }];
  expect(isCompared(entries)).toBe(true);
  expect(movementOf(entries[1] ?? { rank: 0 }, true)).toEqual({ direction: 'new' });
  expect(movementOf(entries[2] ?? { rank: 0 }, true)).toEqual({ direction: 'new' });
});

it('without a board of last week there is no movement', () => {
  expect(isCompared([{ rank: 1 }, { rank: 2, previousRank: null }])).toBe(false);
  expect(isCompared([])).toBe(false);
  expect(movementOf({ rank: 1 }, false)).toBeNull();
});

it('steps lead from the rank of last week to the current one', () => {
  const rank = integer({ min: 1, max: 1000 });
  assert(
    property(rank, rank, (now, before) => {
      const moved = movementOf({ rank: now, previousRank: before }, true);
      const steps = moved && 'steps' in moved ? (moved.direction === 'up' ? -moved.steps : moved.steps) : 0;
      expect(before + steps).toBe(now);
    }),
  );
});
