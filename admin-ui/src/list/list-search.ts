// The state of a list, which is in the URL alone: parses it, replaces invalid values, and formats it in canonical form.
import * as v from 'valibot';
import { readFilters, writeFilters, type FilterGroup } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';

export const PAGE_SIZES = [10, 20, 30, 40, 50];
export const USUAL_PAGE_SIZE = 20;
const LARGEST_PAGE_SIZE = 100;
const LONGEST_SEARCH = 200;

export interface ListSearch {
  page: number;
  limit: number;
  search: string;
  sortBy: string;
  sortDirection: 'asc' | 'desc';
  /** Its fields are validated once their definitions are loaded. */
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

const whole = (min: number, max: number, usual: number) =>
  v.optional(
    v.fallback(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(min), v.maxValue(max)), usual),
    String(usual),
  );

const schemaOf = ({ sortable, defaultSort }: Sorted) =>
  v.object({
    page: whole(1, 1_000_000, 1),
    limit: whole(1, LARGEST_PAGE_SIZE, USUAL_PAGE_SIZE),
    search: v.optional(v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(LONGEST_SEARCH)), ''), ''),
    sortBy: v.optional(v.fallback(v.picklist([defaultSort.field, ...sortable]), defaultSort.field), defaultSort.field),
    sortDirection: v.optional(v.fallback(v.picklist(['asc', 'desc']), defaultSort.direction), defaultSort.direction),
    filters: v.optional(
      v.pipe(
        v.string(),
        v.transform((text: string) => readFilters(text)),
      ),
      '',
    ),
  });

/** Parses a query string; invalid values are ignored. */
export function parseListSearch(query: string, resource: Sorted): ListSearch {
  const params = Object.fromEntries(new URLSearchParams(query));
  // Also accepts the server's format, `field:asc`.
  const [sortBy, sortDirection] = params['sort']?.split(':') ?? [];
  const sort = { ...(sortBy && { sortBy }), ...(sortDirection && { sortDirection }) };
  return v.parse(schemaOf(resource), { ...sort, ...params });
}

/** Formats the state; defaults are left out. */
export function formatListSearch(search: ListSearch, resource: Sorted): string {
  const out = new URLSearchParams({ page: String(search.page), limit: String(search.limit) });
  if (search.search) out.set('search', search.search);
  if (search.sortBy !== resource.defaultSort.field) out.set('sortBy', search.sortBy);
  out.set('sortDirection', search.sortDirection);
  if (search.filters) out.set('filters', writeFilters(search.filters));
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
