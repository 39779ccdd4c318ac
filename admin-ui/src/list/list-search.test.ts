import { expect, test } from 'vitest';
import { changed, formatListSearch, isBare, parseListSearch, replacedParts, sortedBy } from './list-search.ts';

const units = { sortable: ['unitNumber', 'bedrooms'], defaultSort: { field: 'unitNumber', direction: 'asc' as const } };
const canonical = (query: string) => formatListSearch(parseListSearch(query, units), units);

test('an address without parameters becomes the usual first page', () => {
  expect(canonical('')).toBe('?page=1&limit=20&sortDirection=asc');
});

test('the address that the specification redirects to is already canonical', () => {
  expect(canonical('?page=1&limit=20&sortDirection=asc')).toBe('?page=1&limit=20&sortDirection=asc');
});

test('wrong values are replaced by the usual ones', () => {
  const query = '?page=abc&limit=9999&sortBy=evil&sortDirection=up';
  expect(canonical(query)).toBe('?page=1&limit=20&sortDirection=asc');
  expect(replacedParts(query, units).map(({ name, value }) => `${name} ${value}`)).toEqual([
    'page abc',
    'limit 9999',
    'sortBy evil',
    'sortDirection up',
  ]);
  expect(canonical('?page=0&limit=-1')).toBe('?page=1&limit=20&sortDirection=asc');
  expect(canonical('?page=1.5&limit=1e2')).toBe('?page=1&limit=20&sortDirection=asc');
});

test("the order may be in the server's form", () => {
  expect(canonical('?sort=bedrooms:desc')).toBe('?page=1&limit=20&sortBy=bedrooms&sortDirection=desc');
  expect(canonical('?sort=bedrooms:desc&sortDirection=asc')).toBe('?page=1&limit=20&sortBy=bedrooms&sortDirection=asc');
  expect(canonical('?sort=evil:up')).toBe('?page=1&limit=20&sortDirection=asc');
  expect(isBare('?sort=bedrooms:desc')).toBe(false);
});

test('valid values stay, and an unknown parameter goes', () => {
  expect(canonical('?utm=x&sortDirection=desc&limit=50&page=3&sortBy=bedrooms&search=%D9%85%D8%B1%D8%B3%D9%89')).toBe(
    '?page=3&limit=50&search=%D9%85%D8%B1%D8%B3%D9%89&sortBy=bedrooms&sortDirection=desc',
  );
});

test('defaults are not reported, invalid sort orders are', () => {
  const reported = (query: string) => replacedParts(query, units).map(({ value }) => value);
  expect(reported('?page=1&sortBy=unitNumber&limit=&sort=bedrooms')).toEqual([]);
  expect(reported('?sort=evil:asc')).toEqual(['evil:asc']);
  expect(reported('?sort=bedrooms:up')).toEqual(['bedrooms:up']);
});

test('a search is trimmed and never dropped', () => {
  expect(parseListSearch('?search=%20marina%20', units).search).toBe('marina');
  expect(parseListSearch(`?search=${'x'.repeat(201)}`, units).search).toHaveLength(201);
  expect(parseListSearch('?search=a&search=b', units).search).toBe('a b');
});

test('a filter that cannot be read stays in the address until there is another one', () => {
  const query = '?page=1&limit=20&sortDirection=asc&filters=%5B%7Bbad';
  expect(canonical(query)).toBe(query);
  const search = parseListSearch(query, units);
  expect(search).toMatchObject({ filters: null, unreadable: '[{bad' });
  expect(formatListSearch(changed(search, { page: 2 }), units)).toContain('%7Bbad');
  expect(formatListSearch(changed(search, { filters: null }), units)).not.toContain('bad');
  // Two filters: which one counts is unknown.
  const two = parseListSearch(
    `?filters=${JSON.stringify(filters)}&filters=${JSON.stringify({ operator: 'OR' })}`,
    units,
  );
  expect(two.filters).toBeNull();
  expect(two.unreadable).toBeDefined();
});

test('a header sorts upwards first, then turns, and starts at the first page', () => {
  const first = sortedBy(parseListSearch('?page=4', units), 'bedrooms');
  expect(first).toMatchObject({ page: 1, sort: { field: 'bedrooms', order: 'ASC' } });
  expect(sortedBy(first, 'bedrooms').sort.order).toBe('DESC');
  expect(sortedBy(sortedBy(first, 'bedrooms'), 'bedrooms').sort.order).toBe('ASC');
});

const filters = { operator: 'AND' as const, conditions: [{ field: 'bedrooms', operator: 'equals', value: 2 }] };

test('filters are part of the address and stay while one turns pages and sorts', () => {
  const query = `?page=3&filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const search = parseListSearch(query, units);
  expect(search.filters).toEqual(filters);
  expect(parseListSearch(formatListSearch(sortedBy(search, 'bedrooms'), units), units)).toMatchObject({
    filters,
    page: 1,
  });
});

test('an address is bare without list parameters', () => {
  expect(['', '?', '?utm=x'].map(isBare)).toEqual([true, true, true]);
  expect(['?page=1', '?filters=', '?sortDirection=asc'].map(isBare)).toEqual([false, false, false]);
});

test('a view and its day are kept, as far as the resource has the view', () => {
  const boards = { ...units, views: [{ kind: 'calendar' as const, fields: ['createdAt'] }] };
  const canonicalOf = (query: string) => formatListSearch(parseListSearch(query, boards), boards);
  expect(canonicalOf('?view=calendar&day=2026-11-20')).toContain('view=calendar&day=2026-11-20');
  expect(canonicalOf('?day=2026-11-20')).not.toContain('day');
  expect(canonicalOf('?view=board')).not.toContain('view');
  expect(replacedParts('?view=board', boards)).toEqual([{ name: 'view', value: 'board' }]);
  expect(replacedParts('?view=calendar&day=2026-02-30', boards)).toEqual([{ name: 'day', value: '2026-02-30' }]);
});
