// The kinds of chart that fit a query, and the default one.
import type { ChartQuery, ChartKind } from './types.ts';

/** Those of the given kinds that fit the query. */
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

/** The default: a line over time, a heat map for two dimensions, a table for one row, else bars. */
export function chosenKind(query: ChartQuery): 'table' | ChartKind {
  const { rows, cols } = query;
  if (!rows) return 'table';
  if (rows.kind === 'time') return 'line';
  return cols ? 'heat' : 'bar';
}
