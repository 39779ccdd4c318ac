// What an import came to, and what was wrong with the file. Pure: it draws nothing.
import { ProblemError } from '@mizan/ui-kit/http';
import { csvOf } from './csv.ts';

export interface RowError {
  line: number | null;
  column: string | null;
  message: string;
}

export interface SkippedRow {
  line: number;
  reason: string;
}

export interface ImportReport {
  created: number;
  updated: number;
  skipped: number;
  /** The first thousand of them. */
  skippedRows?: SkippedRow[];
  /** How many records of other resources were made on the way, by the resource's name. */
  made?: Record<string, number>;
  errors: RowError[];
  /** The line at which reading ended because so much was wrong. */
  stoppedAt?: number;
}

export interface SkipReason {
  reason: string;
  lines: number[];
}

/** Why rows were skipped, the most frequent reason first, each with its lines. */
export function skipReasons(rows: SkippedRow[]): SkipReason[] {
  const lines = new Map<string, number[]>();
  for (const { line, reason } of rows) {
    const known = lines.get(reason);
    if (known) known.push(line);
    else lines.set(reason, [line]);
  }
  return [...lines]
    .map(([reason, at]) => ({ reason, lines: at }))
    .toSorted((one, other) => other.lines.length - one.lines.length);
}

/** By line, and within a line as the server told them. */
export function sortedErrors(errors: RowError[]): RowError[] {
  return errors.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

export interface ErrorGroup {
  column: string;
  count: number;
}

/** How many errors each column has, the worst first. What is wrong with a whole line has no column: ''. */
export function errorGroups(errors: RowError[]): ErrorGroup[] {
  const counts = new Map<string, number>();
  for (const { column } of errors) counts.set(column ?? '', (counts.get(column ?? '') ?? 0) + 1);
  return [...counts].map(([column, count]) => ({ column, count })).toSorted((one, other) => other.count - one.count);
}

/** How many lines are wrong: one line may be wrong in several columns. */
export const wrongLines = (errors: RowError[]): number => new Set(errors.map(({ line }) => line)).size;

export function errorsCsv(errors: RowError[], header: [string, string, string]): string {
  return csvOf([header, ...errors.map(({ line, column, message }) => [line ?? '', column ?? '', message])]);
}

/** The rows that a real run refused; undefined when it was refused for another reason. */
export function refusedRows(error: unknown): RowError[] | undefined {
  if (!(error instanceof ProblemError) || error.status !== 422) return undefined;
  const rows = (error.errors as unknown as Record<string, unknown>[]).filter((one) => 'line' in one);
  if (rows.length === 0) return undefined;
  return rows.map(({ line, column, message }) => ({
    line: typeof line === 'number' ? line : null,
    column: typeof column === 'string' && column !== '' ? column : null,
    message: String(message ?? ''),
  }));
}
