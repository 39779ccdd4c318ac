// An answer as a table: its lines as rows, and the columns that any of them has, in the order of their dimension.
import type { Answer, AnswerRow, Figure, Member } from './answers.ts';

export interface ShapedRow {
  row: Member;
  /** By column; without columns under the empty one. */
  cells: Map<string, Record<string, Figure>>;
}

export interface Shape {
  rows: ShapedRow[];
  /** Empty when the answer has none. */
  cols: Member[];
}

/** What tells members apart: one that is not stated is none that is called so. */
export const idOf = (member: Member | undefined): string =>
  member === undefined ? '' : member.key === null ? '-' : `=${member.key}`;

export function shapeOf({ rows: lines }: Pick<Answer, 'rows'>): Shape {
  const rows = new Map<string, ShapedRow>();
  for (const { row, col, values } of lines) {
    const known = rows.get(idOf(row)) ?? { row, cells: new Map() };
    known.cells.set(idOf(col), values);
    rows.set(idOf(row), known);
  }
  return { rows: [...rows.values()], cols: colsOf(lines) };
}

/**
 * The columns of all rows. Each row has its own in the order of their dimension, and not all of them: one that stands
 * before another in any row stands before it here; where no row says, their names do.
 */
function colsOf(lines: AnswerRow[]): Member[] {
  const all = new Map<string, Member>();
  const after = new Map<string, Set<string>>();
  const waitsFor = new Map<string, number>();
  let before: AnswerRow | undefined;
  for (const line of lines) {
    const { col } = line;
    if (!col) continue;
    const id = idOf(col);
    if (!all.has(id)) waitsFor.set(id, 0);
    all.set(id, col);
    if (before?.col && idOf(before.row) === idOf(line.row)) {
      const followers = after.get(idOf(before.col)) ?? new Set();
      if (!followers.has(id)) waitsFor.set(id, (waitsFor.get(id) ?? 0) + 1);
      after.set(idOf(before.col), followers.add(id));
    }
    before = line;
  }
  const out: Member[] = [];
  const ready = [...all.keys()].filter((id) => waitsFor.get(id) === 0);
  while (ready.length > 0) {
    ready.sort((one, other) => byName(all.get(one) as Member, all.get(other) as Member));
    const id = ready.shift() as string;
    out.push(all.get(id) as Member);
    for (const follower of after.get(id) ?? []) {
      const left = (waitsFor.get(follower) ?? 0) - 1;
      waitsFor.set(follower, left);
      if (left === 0) ready.push(follower);
    }
  }
  return out;
}

function byName(one: Member, other: Member): number {
  if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
  // Keys of days, weeks and months are in the order of time.
  const time = /^\d{4}-\d{2}/;
  if (time.test(one.key) && time.test(other.key)) return one.key < other.key ? -1 : 1;
  return one.label.localeCompare(other.label, undefined, { numeric: true });
}
