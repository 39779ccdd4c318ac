// Where the records behind a value are: the same question, and the groups that the value is of.
import type { Member } from '../charts/answer.ts';
import { paths } from '../paths.ts';

/** What is of a view, and of no list of records. */
const OF_VIEWS = ['chart', 'compare', 'sort', 'limit'];

export interface Group {
  rows: Member[];
  col?: Member | undefined;
}

/** `query` is the view's. */
export function recordsPath(query: string, { rows, col }: Group): string {
  const params = new URLSearchParams(query);
  for (const name of OF_VIEWS) params.delete(name);
  // Without rows everything is one group.
  if (params.has('rows')) for (const { key } of rows) params.append('row', key ?? '');
  if (params.has('cols') && col) params.append('col', col.key ?? '');
  return paths.explorerRecords(`?${params}`);
}
