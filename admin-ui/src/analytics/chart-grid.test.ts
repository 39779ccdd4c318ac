import { expect, test } from 'vitest';
import { wholeRows } from './chart-grid.ts';

const rows = (kinds: string) =>
  wholeRows(kinds.split(' '))
    .map((whole) => (whole ? 'whole' : 'half'))
    .join(' ');

test.each([
  ['line', 'whole'],
  ['line bar', 'half half'],
  ['line bar bar', 'half half whole'],
  ['line heat bar bar', 'whole whole half half'],
  ['line bar heat map bar', 'half half whole whole whole'],
  ['line heat scatter bar interval bar bar map', 'whole whole half half half half whole whole'],
])('%s leaves no gap', (kinds, expected) => {
  expect(rows(kinds)).toBe(expected);
});
