// The state of a list, which is in the URL alone: parses it, replaces invalid values, and formats it in canonical form.
// A filter that cannot be read stays as it is: without it the list would show more than was asked for.
import { readFilter, writeFilters, type FilterGroup, type ReadFilter } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';

export const PAGE_SIZES = [10, 20, 30, 40, 50];
export const USUAL_PAGE_SIZE = 20;
const LARGEST_PAGE_SIZE = 100;
const LARGEST_PAGE = 1_000_000;

/** The fields of its filter are validated once their definitions are loaded. */
export interface ListSearch extends ReadFilter {
  page: number;
  limit: number;
  search: string;
  sortBy: string;
  sortDirection: 'asc' | 'desc';
  filters: FilterGroup | null;
}

const PARAMETERS = ['page', 'limit', 'search', 'sortBy', 'sortDirection', 'sort', 'filters'];

/** Whether a URL has no state of the list, so that the default filter applies. */
export function isBare(query: string): boolean {
  const params = new URLSearchParams(query);
  return !PARAMETERS.some((name) => params.has(name));
}

/**
 * The navigation state of links whose query does not count as the user's choice, so that the default filter applies.
 */
export const OPENED = { opened: true } as const;

type Sorted = Pick<Resource, 'sortable' | 'defaultSort'>;

/** A part of the URL in place of which a default applies. */
export interface ReplacedPart {
  name: string;
  value: string;
}

/** Parses a query string; page, limit and sort order have defaults in place of invalid values. */
export const parseListSearch = (query: string, resource: Sorted): ListSearch => parsed(query, resource).search;

/** The invalid values that defaults replace. */
export const replacedParts = (query: string, resource: Sorted): ReplacedPart[] => parsed(query, resource).replaced;

function parsed(query: string, { sortable, defaultSort }: Sorted): { search: ListSearch; replaced: ReplacedPart[] } {
  const params = new URLSearchParams(query);
  const replaced: ReplacedPart[] = [];
  const read = <T>(name: string, valid: (text: string) => T | undefined, usual: T): T => {
    const value = params.get(name) ?? '';
    const result = value === '' ? usual : valid(value);
    if (result === undefined) replaced.push({ name, value });
    return result ?? usual;
  };
  const field = (text: string) => [defaultSort.field, ...sortable].find((one) => one === text);
  // Also accepts the server's format, `field:asc`.
  const sort = params.get('sort') ?? '';
  const [by = '', way = ''] = sort.split(':');
  if ((by !== '' && field(by) === undefined) || (way !== '' && direction(way) === undefined))
    replaced.push({ name: 'sort', value: sort });
  const search: ListSearch = {
    page: read('page', whole(LARGEST_PAGE), 1),
    limit: read('limit', whole(LARGEST_PAGE_SIZE), USUAL_PAGE_SIZE),
    search: [...new Set(params.getAll('search'))].join(' ').trim(),
    sortBy: read('sortBy', field, field(by) ?? defaultSort.field),
    sortDirection: read('sortDirection', direction, direction(way) ?? defaultSort.direction),
    // Two filters are not one that can be read.
    ...readFilter([...new Set(params.getAll('filters'))].join(' ')),
  };
  return { search, replaced };
}

const direction = (text: string): 'asc' | 'desc' | undefined => (text === 'asc' || text === 'desc' ? text : undefined);

const whole =
  (most: number) =>
  (text: string): number | undefined =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : undefined;

/** The state with a change. Another filter replaces one that could not be read. */
export const changed = (search: ListSearch, change: Partial<ListSearch>): ListSearch => ({
  ...search,
  ...('filters' in change && { unreadable: undefined }),
  ...change,
});

/** Formats the state; defaults are left out. */
export function formatListSearch(search: ListSearch, resource: Sorted): string {
  const out = new URLSearchParams({ page: String(search.page), limit: String(search.limit) });
  if (search.search) out.set('search', search.search);
  if (search.sortBy !== resource.defaultSort.field) out.set('sortBy', search.sortBy);
  out.set('sortDirection', search.sortDirection);
  if (search.filters) out.set('filters', writeFilters(search.filters));
  else if (search.unreadable !== undefined) out.set('filters', search.unreadable);
  return `?${out}`;
}

/**
 * The state after a click on a header: reverses the direction of the sorted column; otherwise ascending, from the first
 * page.
 */
export function sortedBy(search: ListSearch, field: string): ListSearch {
  const isAscending = search.sortBy === field && search.sortDirection === 'asc';
  return { ...search, page: 1, sortBy: field, sortDirection: isAscending ? 'desc' : 'asc' };
}
