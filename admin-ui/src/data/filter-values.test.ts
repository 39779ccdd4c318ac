import { expect, test } from 'vitest';
import type { Resource } from '../document/resources.ts';
import type { FilterGroup } from './filter-group.ts';
import { searchOf, valuesOf, type FilterValues } from './filter-values.ts';

const resource = { idField: '_id', input: undefined } as Resource;
const round = (values: FilterValues) => {
  const { search, filters } = searchOf(resource, values);
  return valuesOf(search, filters);
};

test.each([{}, { q: 'marina' }, { confirmed: false }, { q: 'marina', status: ['sold', 'rented'], rating: 0 }])(
  'values of fields come back as they were: %j',
  (values) => {
    expect(round(values)).toEqual(values);
  },
);

test('an emptied input is no filter', () => {
  expect(round({ q: '', status: '', rating: null, company: undefined, kinds: [] })).toEqual({});
});

test.each<FilterGroup>([
  { operator: 'AND', conditions: [{ field: 'rating', operator: 'between', value: 1, secondValue: 3 }] },
  { operator: 'OR', conditions: [{ field: 'rating', operator: 'equals', value: 1 }] },
  {
    operator: 'AND',
    conditions: [
      { field: 'rating', operator: 'equals', value: 1 },
      { field: 'rating', operator: 'equals', value: 2 },
    ],
  },
])('a filter that is more than values stays whole', (filters) => {
  expect(valuesOf('', filters)).toEqual({ filters });
  expect(round({ filters })).toEqual({ filters });
});
