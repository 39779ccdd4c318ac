// From when on a project of this week is behind.
import { expect, test } from 'vitest';
import { shareOfWeek } from './waiting.ts';

test.each([
  ['2026-11-23', 0],
  ['2026-11-24', 1 / 7],
  ['2026-11-27', 4 / 7],
  ['2026-11-30', 1],
  ['2026-12-24', 1],
  ['2026-11-20', 0],
])('on %s so much of the week is over: %d', (today, share) => {
  expect(shareOfWeek('2026-11-23', today)).toBeCloseTo(share);
});
