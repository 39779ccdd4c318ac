// An answer as a table: its lines as rows, beside the columns that any of them has.
import type { Answer, MeasureValue, Member } from './answer.ts';

export interface ShapedRow {
  row: Member;
  /** By column; without columns under the empty one. */
  cells: Map<string, Record<string, MeasureValue>>;
}

export interface Shape {
  rows: ShapedRow[];
  /** Empty when the answer has none. */
  cols: Member[];
}

/** What tells members apart: one that is not stated is none that is named so. */
export const idOf = (member: Member | undefined): string =>
  member === undefined ? '' : member.key === null ? '-' : `=${member.key}`;

export function shapeOf({ rows: lines, cols = [] }: Pick<Answer, 'rows' | 'cols'>): Shape {
  const rows = new Map<string, ShapedRow>();
  for (const { row, col, values } of lines) {
    const known = rows.get(idOf(row)) ?? { row, cells: new Map() };
    known.cells.set(idOf(col), values);
    rows.set(idOf(row), known);
  }
  return { rows: [...rows.values()], cols };
}
