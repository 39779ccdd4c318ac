import { expect, test } from 'vitest';
import type { AnswerRow } from './answer.ts';
import { shapeOf } from './table-shape.ts';

const line = (row: string | null, col: string | null | undefined, value: number): AnswerRow => ({
  row: { key: row, label: row ?? 'Not stated' },
  ...(col !== undefined && { col: { key: col, label: col ?? 'Not stated' } }),
  values: { rent: { value, n: 1 } },
});

test('without columns a line is a row', () => {
  const { rows, cols: none } = shapeOf({ rows: [line('a', undefined, 1), line(null, undefined, 2)] });
  expect(none).toEqual([]);
  expect(rows.map(({ row, cells }) => [row.key, cells.get('')?.['rent']?.value])).toEqual([
    ['a', 1],
    [null, 2],
  ]);
});

test('lines of one row are its cells, and an unstated member differs from one with that name', () => {
  const { rows } = shapeOf({ rows: [line('a', 'x', 1), line('a', null, 2), line('a', '-', 3)] });
  expect(rows).toHaveLength(1);
  expect([...(rows[0]?.cells.values() ?? [])].map(({ rent }) => rent?.value)).toEqual([1, 2, 3]);
});
