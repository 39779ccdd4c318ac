// Collects all records of a list's search and filters, page by page.
import { records, type ListFilter } from '../data/data-provider.ts';
import { titleOf, type Resource } from '../document/resources.ts';
import { MOST_SELECTED, type Choice } from './selection.ts';

const PAGE = 100;

/** Collects at most as many as can be selected, and reports the progress after each page. */
export async function collectAll(
  resource: Resource,
  query: ListFilter,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Choice[]> {
  // Sorted by identifier, which rises with time: a record that is added meanwhile does not move others to another page.
  const sort = resource.sortable.includes(resource.idField)
    ? ({ field: resource.idField, order: 'ASC' } as const)
    : query.sort;
  const found = new Map<string, Choice>();
  for (let page = 1; found.size < MOST_SELECTED; page += 1) {
    // One page after the other: shows real progress and does not crowd out other clients.
    // oxlint-disable-next-line no-await-in-loop
    const { items } = await records.list(resource, { ...query, sort, page, perPage: PAGE }, signal);
    for (const item of items) found.set(item.id, { id: item.id, title: titleOf(resource, item), record: item });
    onProgress(Math.min(found.size, MOST_SELECTED));
    if (items.length < PAGE) break;
  }
  return [...found.values()].slice(0, MOST_SELECTED);
}
