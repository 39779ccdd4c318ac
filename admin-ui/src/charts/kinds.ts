// Which kinds of chart can show a question, and which one is chosen when no user says.
import type { ChartQuery, ChartKind } from './types.ts';

/** Those that can show it, of those that a question can be drawn as. */
export function kindsFor({ measures, rows, cols, compare }: ChartQuery): ChartKind[] {
  if (!rows) return [];
  const kinds: ChartKind[] = ['bar'];
  if (rows.kind !== 'category') kinds.push('line');
  const listed = compare === 'listed' && measures[0]?.listed;
  if (listed || measures.length > 1) kinds.push('scatter');
  if (cols) kinds.push('heat');
  else kinds.push('histogram');
  return kinds;
}

/** Time is a line, two dimensions are a heat map, and the rest are bars; one row is a table. */
export function chosenKind(query: ChartQuery): 'table' | ChartKind {
  const { rows, cols } = query;
  if (!rows) return 'table';
  if (rows.kind === 'time') return 'line';
  return cols ? 'heat' : 'bar';
}
