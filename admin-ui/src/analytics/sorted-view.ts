// Where all that a view asks for stands as a table sorted by one of its values, the highest first.
import { paths } from '../paths.ts';

/** `query` is the view's. */
export function sortedView(query: string, measure: string): string {
  const params = new URLSearchParams(query);
  params.set('chart', 'table');
  params.set('sort', `${measure}:desc`);
  return paths.explorer(`?${params}`);
}
