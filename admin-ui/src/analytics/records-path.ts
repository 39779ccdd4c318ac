// The URL of the records behind a value: the view's query and the value's groups.
import type { Member } from '../charts/answer.ts';
import { paths } from '../paths.ts';

/** Parameters of a view that a list of records does not have. */
const OF_VIEWS = ['chart', 'compare', 'sort', 'limit'];

export interface Group {
  rows: Member[];
  col?: Member | undefined;
}

/** `query` is the query string of the view. */
export function recordsPath(query: string, { rows, col }: Group): string {
  const params = new URLSearchParams(query);
  for (const name of OF_VIEWS) params.delete(name);
  // Without rows there is one group, of everything.
  if (params.has('rows')) for (const { key } of rows) params.append('row', key ?? '');
  if (params.has('cols') && col) params.append('col', col.key ?? '');
  return paths.explorerRecords(`?${params}`);
}
