// From when on a project of this week is behind.
import { expect, test } from 'vitest';
import { projectsBehind, shareOfWeek } from './waiting.ts';

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

test.each([
  ['nothing is estimated', 0, 4, 57, true],
  ['less is estimated than of the week is over', 4, 8, 57, true],
  ['as much is estimated', 57, 100, 57, false],
  ['more is estimated', 5, 8, 57, false],
  ['all of it is estimated, at the end of the week', 4, 4, 100, false],
  ['it has no units', 0, 0, 100, false],
  ['nothing is estimated, on a Monday', 0, 4, 0, false],
])('a project is behind or not: %s', (_when, estimated, units, percent, expected) => {
  expect(projectsBehind([{ units, estimated }], percent)).toHaveLength(expected ? 1 : 0);
});
