// The state of a list, in react-admin's words and in the URL alone: parses it, replaces invalid values, and formats it in
// canonical form.
// A filter that cannot be read stays as it is: without it the list would show more than was asked for.
import { isDay } from '@mizan/ui-kit/day';
import type { SortPayload } from 'ra-core';
import type { ListQuery } from '../data/data-provider.ts';
import { readFilter, writeFilters, type FilterGroup, type ReadFilter } from '../data/filter-group.ts';
import { sortOf } from '../data/filter-values.ts';
import type { Resource } from '../document/resources.ts';

export const PAGE_SIZES = [10, 20, 30, 40, 50];
export const USUAL_PAGE_SIZE = 20;
const LARGEST_PAGE_SIZE = 100;
const LARGEST_PAGE = 1_000_000;

/** The fields of its filter are validated once their definitions are loaded. */
export interface ListSearch extends ListQuery, ReadFilter {
  sort: SortPayload;
  filters: FilterGroup | null;
  /** What it is shown as; a table without it. */
  view?: string | undefined;
  /** A day of the part of a calendar that is shown; today without it. */
  day?: string | undefined;
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

type Sorted = Pick<Resource, 'sortable' | 'defaultSort' | 'views'>;

/** A part of the URL in place of which a default applies. */
export interface ReplacedPart {
  name: string;
  value: string;
}

/** Parses a query string; page, limit and sort order have defaults in place of invalid values. */
export const parseListSearch = (query: string, resource: Sorted): ListSearch => parsed(query, resource).search;

/** The invalid values that defaults replace. */
export const replacedParts = (query: string, resource: Sorted): ReplacedPart[] => parsed(query, resource).replaced;

function parsed(query: string, resource: Sorted): { search: ListSearch; replaced: ReplacedPart[] } {
  const params = new URLSearchParams(query);
  const { sortable } = resource;
  const usual = sortOf(resource);
  const replaced: ReplacedPart[] = [];
  const read = <T>(name: string, valid: (text: string) => T | undefined, otherwise: T): T => {
    const value = params.get(name) ?? '';
    const result = value === '' ? otherwise : valid(value);
    if (value !== '' && result === undefined) replaced.push({ name, value });
    return result ?? otherwise;
  };
  const field = (text: string) => [usual.field, ...sortable].find((one) => one === text);
  // Also accepts the server's format, `field:asc`.
  const sort = params.get('sort') ?? '';
  const [by = '', way = ''] = sort.split(':');
  if ((by !== '' && field(by) === undefined) || (way !== '' && orderOf(way) === undefined))
    replaced.push({ name: 'sort', value: sort });
  const view = read('view', (text) => resource.views?.find(({ kind }) => kind === text)?.kind, undefined);
  const search: ListSearch = {
    view,
    day: view && read('day', (text) => (isDay(text) ? text : undefined), undefined),
    page: read('page', whole(LARGEST_PAGE), 1),
    perPage: read('limit', whole(LARGEST_PAGE_SIZE), USUAL_PAGE_SIZE),
    search: [...new Set(params.getAll('search'))].join(' ').trim(),
    sort: {
      field: read('sortBy', field, field(by) ?? usual.field),
      order: read('sortDirection', orderOf, orderOf(way) ?? usual.order),
    },
    // Two filters are not one that can be read.
    ...readFilter([...new Set(params.getAll('filters'))].join(' ')),
  };
  return { search, replaced };
}

const orderOf = (text: string): SortPayload['order'] | undefined =>
  text === 'asc' ? 'ASC' : text === 'desc' ? 'DESC' : undefined;

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
  const out = new URLSearchParams({ page: String(search.page), limit: String(search.perPage) });
  if (search.view) out.set('view', search.view);
  if (search.view && search.day) out.set('day', search.day);
  if (search.search) out.set('search', search.search);
  if (search.sort.field !== resource.defaultSort.field) out.set('sortBy', search.sort.field);
  out.set('sortDirection', search.sort.order.toLowerCase());
  if (search.filters) out.set('filters', writeFilters(search.filters));
  else if (search.unreadable !== undefined) out.set('filters', search.unreadable);
  return `?${out}`;
}

/**
 * The state after a click on a header: reverses the direction of the sorted column; otherwise ascending, from the first
 * page.
 */
export function sortedBy(search: ListSearch, field: string): ListSearch {
  const isAscending = search.sort.field === field && search.sort.order === 'ASC';
  return { ...search, page: 1, sort: { field, order: isAscending ? 'DESC' : 'ASC' } };
}
