import { expect, test } from 'vitest';
import type { AnswerRow } from './answers.ts';
import { shapeOf } from './table-shape.ts';

const line = (row: string | null, col: string | null | undefined, value: number): AnswerRow => ({
  row: { key: row, label: row ?? 'Not stated' },
  ...(col !== undefined && { col: { key: col, label: col ?? 'Not stated' } }),
  values: { rent: { value, n: 1 } },
});

const cols = (rows: AnswerRow[]) => shapeOf({ rows }).cols.map(({ key }) => key);

test('without columns a line is a row', () => {
  const { rows, cols: none } = shapeOf({ rows: [line('a', undefined, 1), line(null, undefined, 2)] });
  expect(none).toEqual([]);
  expect(rows.map(({ row, cells }) => [row.key, cells.get('')?.['rent']?.value])).toEqual([
    ['a', 1],
    [null, 2],
  ]);
});

test('lines of one row are its cells, and what is not stated is nothing that is called so', () => {
  const { rows } = shapeOf({ rows: [line('a', 'x', 1), line('a', null, 2), line('a', '-', 3)] });
  expect(rows).toHaveLength(1);
  expect([...(rows[0]?.cells.values() ?? [])].map(({ rent }) => rent?.value)).toEqual([1, 2, 3]);
});

test('columns stand in the order of their dimension, whichever row has them', () => {
  expect(
    cols([line('a', '10', 1), line('b', '0', 1), line('b', '2', 1), line('b', '10', 1), line('b', null, 1)]),
  ).toEqual(['0', '2', '10', null]);
  expect(
    cols([
      line('a', 'low', 1),
      line('a', 'high', 1),
      line('b', 'middle', 1),
      line('b', 'high', 1),
      line('c', 'low', 1),
      line('c', 'middle', 1),
    ]),
  ).toEqual(['low', 'middle', 'high']);
});

test('months are in the order of time where no row says so', () => {
  expect(cols([line('a', '2026-11', 1), line('b', null, 1), line('c', '2026-02', 1)])).toEqual([
    '2026-02',
    '2026-11',
    null,
  ]);
});
