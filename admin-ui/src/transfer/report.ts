// The report of an import, and its errors. Pure.
import { ProblemError } from '@mizan/ui-kit/http';
import { csvOf } from './csv.ts';
import type { Writing } from './writing.ts';

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
  /** At most a thousand. */
  skippedRows?: SkippedRow[];
  /** The number of created records of other resources, by the resource's name. */
  made?: Record<string, number>;
  errors: RowError[];
  writing?: Writing;
  /** The line at which reading stopped because of too many errors. */
  stoppedAt?: number;
}

export interface SkipReason {
  reason: string;
  lines: number[];
}

/** The reasons for skipped rows with their lines, the most frequent first. */
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

/** By line, and within a line in the server's order. */
export function sortedErrors(errors: RowError[]): RowError[] {
  return errors.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

export interface ErrorGroup {
  column: string;
  count: number;
}

/** The number of errors of each column, the largest first. Errors of a whole line have the column ''. */
export function errorGroups(errors: RowError[]): ErrorGroup[] {
  const counts = new Map<string, number>();
  for (const { column } of errors) counts.set(column ?? '', (counts.get(column ?? '') ?? 0) + 1);
  return [...counts].map(([column, count]) => ({ column, count })).toSorted((one, other) => other.count - one.count);
}

/** The number of lines with errors: a line may have several. */
export const wrongLines = (errors: RowError[]): number => new Set(errors.map(({ line }) => line)).size;

export function errorsCsv(errors: RowError[], header: [string, string, string]): string {
  return csvOf([header, ...errors.map(({ line, column, message }) => [line ?? '', column ?? '', message])]);
}

/** The row errors of an import; undefined when it was rejected for another reason. */
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
