// The URL of the same view as a table, sorted by one of its measures in descending order.
import { paths } from '../paths.ts';

/** `query` is the query string of the view. */
export function sortedView(query: string, measure: string): string {
  const params = new URLSearchParams(query);
  params.set('chart', 'table');
  params.set('sort', `${measure}:desc`);
  return paths.explorer(`?${params}`);
}
