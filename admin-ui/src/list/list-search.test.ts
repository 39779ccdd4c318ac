import { expect, test } from 'vitest';
import { formatListSearch, isBare, parseListSearch, sortedBy } from './list-search.ts';

const units = { sortable: ['unitNumber', 'bedrooms'], defaultSort: { field: 'unitNumber', direction: 'asc' as const } };
const canonical = (query: string) => formatListSearch(parseListSearch(query, units), units);

test('an address without parameters becomes the usual first page', () => {
  expect(canonical('')).toBe('?page=1&limit=20&sortDirection=asc');
});

test('the address that the specification redirects to is already canonical', () => {
  expect(canonical('?page=1&limit=20&sortDirection=asc')).toBe('?page=1&limit=20&sortDirection=asc');
});

test('wrong values are replaced by the usual ones', () => {
  expect(canonical('?page=abc&limit=9999&sortBy=evil&filters=[{bad&sortDirection=up')).toBe(
    '?page=1&limit=20&sortDirection=asc',
  );
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

test('a search is trimmed, and one that is too long is dropped', () => {
  expect(parseListSearch('?search=%20marina%20', units).search).toBe('marina');
  expect(parseListSearch(`?search=${'x'.repeat(201)}`, units).search).toBe('');
});

test('a header sorts upwards first, then turns, and starts at the first page', () => {
  const first = sortedBy(parseListSearch('?page=4', units), 'bedrooms');
  expect(first).toMatchObject({ page: 1, sortBy: 'bedrooms', sortDirection: 'asc' });
  expect(sortedBy(first, 'bedrooms').sortDirection).toBe('desc');
  expect(sortedBy(sortedBy(first, 'bedrooms'), 'bedrooms').sortDirection).toBe('asc');
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
