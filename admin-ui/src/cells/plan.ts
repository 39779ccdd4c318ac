// What pasted texts would change: before and after of each cell, and what is wrong with it. Pure.
import { m } from '@mizan/ui-kit/messages';
import type { RaRecord } from 'ra-core';
import { same, type Values } from '../data/changes.ts';
import type { RowChange } from '../data/data-provider.ts';
import { segmentsOf, type FieldProblem } from '../data/problems.ts';
import { titleOf } from '../document/resources.ts';
import { labelOf } from '../document/schema.ts';
import { formDataOf, namesIn, prepared } from '../form/form-data.ts';
import { unreadIn } from '../form/unread.ts';
import { problemsOf } from '../form/validator.ts';
import type { Target } from './editable.ts';
import { readText, type Found } from './reading.ts';
import { folded, targetOf, textOf, type Names } from './texts.ts';

export interface PlannedCell {
  text: string;
  before: unknown;
  after: unknown;
  changed: boolean;
  problem: string | undefined;
}

export interface PlannedRow {
  record: RaRecord<string>;
  title: string;
  names: Names;
  cells: PlannedCell[];
}

/** The titles that have to be looked up, by resource. */
export function titlesWanted({ schema, fields }: Target, texts: string[][]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  fields.forEach((field, column) => {
    const resource = targetOf(schema.properties?.[field ?? ''] ?? {});
    if (field === undefined || resource === undefined) return;
    const titles = wanted.get(resource) ?? new Set();
    for (const row of texts) if (row[column]?.trim()) titles.add(row[column].trim());
    wanted.set(resource, titles);
  });
  return wanted;
}

/** What was found for each resource. */
export type FoundOf = ReadonlyMap<string, Found>;

const NOTHING: Found = new Map();

export function planOf(target: Target, record: RaRecord<string>, texts: string[], found: FoundOf): PlannedRow {
  const { resource, schema, columns, fields } = target;
  const names = namesIn(resource, record);
  const before = prepared(schema, formDataOf(schema, record));
  const after: Values = { ...before };
  const problems: (string | undefined)[] = columns.map((column, at) => {
    const field = fields[at];
    const text = texts[at] ?? '';
    if (field === undefined) {
      // A block that was copied from here has what it cannot change, too.
      const isSame = folded(textOf(record[column.field], column.schema, names)) === folded(text);
      return isSame ? undefined : m.cells_fixed({ label: column.label });
    }
    const property = schema.properties?.[field] ?? {};
    const referred = targetOf(property);
    // What is shown there already is not looked up: two records may have this title.
    if (referred && folded(textOf(before[field], property, names)) === folded(text)) return undefined;
    const { value, problem } = readText(text, property, found.get(referred ?? '') ?? NOTHING);
    if (value === undefined) delete after[field];
    else after[field] = value;
    return problem;
  });
  const ready = prepared(schema, after);
  const wrong = [...unreadIn(schema, ready), ...problemsOf(schema, ready)];
  const cells = columns.map((_, at): PlannedCell => {
    const field = fields[at];
    const [was, is] = field === undefined ? [undefined, undefined] : [before[field], ready[field]];
    const changed = !same(was, is);
    const problem = problems[at] ?? (changed && field !== undefined ? messageFor(wrong, field) : undefined);
    return { text: texts[at] ?? '', before: was, after: is, changed, problem };
  });
  return { record, title: titleOf(resource, record), names, cells };
}

const messageFor = (problems: FieldProblem[], field: string): string | undefined =>
  problems.find(({ pointer }) => segmentsOf(pointer)[0] === field)?.message;

export const isChanged = ({ cells }: PlannedRow): boolean => cells.some(({ changed }) => changed);
export const isWrong = ({ cells }: PlannedRow): boolean => cells.some(({ problem }) => problem !== undefined);

/** The changes to send, of the rows that have some. */
export function changesOf({ fields }: Target, rows: PlannedRow[]): RowChange[] {
  return rows.filter(isChanged).map(({ record, cells }) => {
    const pick = (value: (cell: PlannedCell) => unknown): Values =>
      Object.fromEntries(
        cells.flatMap((cell, at) => (cell.changed && fields[at] ? [[fields[at], value(cell) ?? null]] : [])),
      );
    return { _id: record.id, was: pick(({ before }) => before), update: pick(({ after }) => after) };
  });
}

/** The name of a cell in messages. */
export const cellName = (target: Target, row: PlannedRow, at: number): string =>
  m.cells_of({ label: labelOf(target.columns[at]?.field ?? '', target.columns[at]?.schema), title: row.title });
