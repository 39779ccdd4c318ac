// A result as a table: rows, and the union of their columns.
import type { Answer, MeasureValue, Member } from './answer.ts';

export interface ShapedRow {
  row: Member;
  /** By column; without columns under the empty key. */
  cells: Map<string, Record<string, MeasureValue>>;
}

export interface Shape {
  rows: ShapedRow[];
  /** Empty when the result has none. */
  cols: Member[];
}

/** The identity of a member: "not stated" differs from a member with that name. */
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
