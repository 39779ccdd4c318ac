import { expect, test } from 'vitest';
import {
  conditionsOf,
  depthOf,
  readFilter,
  readFilters,
  without,
  writeFilters,
  type FilterGroup,
} from './filter-group.ts';

const two = { field: 'bedrooms', operator: 'greater_than_or_equal', value: 2 };
const sold = { field: 'status', operator: 'in', value: ['sold', 'rented'] };
const rent = { field: 'rent', operator: 'between', value: 1, secondValue: 9 };
const group: FilterGroup = { operator: 'AND', conditions: [two, { operator: 'OR', conditions: [sold, rent] }] };

test('a filter survives being written to an address and read again', () => {
  expect(readFilters(writeFilters(group))).toEqual(group);
});

test('a stored filter is read as it is', () => {
  expect(readFilters(group)).toEqual(group);
});

test.each([
  ['', 'nothing'],
  ['[{bad', 'text that is no JSON'],
  ['[]', 'a list'],
  ['{"operator":"XOR","conditions":[]}', 'an unknown joiner'],
  ['{"operator":"AND","conditions":[]}', 'no conditions'],
  ['{"operator":"AND","conditions":[{"operator":"OR","conditions":[]}]}', 'only empty groups'],
  ['{"operator":"AND","conditions":[{"field":"a"}]}', 'a condition without operator and value'],
  ['{"operator":"AND","conditions":[{"field":"a","operator":"equals","value":{"x":1}}]}', 'a value that is an object'],
  ['{"operator":"AND","conditions":[5]}', 'a condition that is a number'],
])('%s is no filter: %s', (text) => {
  expect(readFilters(text)).toBeNull();
});

test('unknown keys of a condition are dropped', () => {
  const read = readFilters({ operator: 'AND', conditions: [{ ...two, label: 'x', secondValue: null }], extra: 1 });
  expect(read).toEqual({ operator: 'AND', conditions: [two] });
});

const nested = (depth: number): FilterGroup => ({ operator: 'OR', conditions: [depth > 1 ? nested(depth - 1) : two] });

test('four groups within each other are read, five are not', () => {
  expect(depthOf(nested(4))).toBe(4);
  expect(readFilters(nested(4))).toEqual(nested(4));
  expect(readFilters(nested(5))).toBeNull();
});

test('fifty conditions are read, fifty-one are not, at any depth', () => {
  const many = (count: number): FilterGroup => ({
    operator: 'AND',
    conditions: [{ operator: 'OR', conditions: Array.from({ length: count - 1 }, () => two) }, two],
  });
  expect(conditionsOf(readFilters(many(50)) as FilterGroup)).toHaveLength(50);
  expect(readFilters(many(51))).toBeNull();
});

test('taking a part away takes the groups with it that it leaves empty', () => {
  expect(without(group, [0])).toEqual({ operator: 'AND', conditions: [group.conditions[1]] });
  expect(without(group, [1, 0])).toEqual({
    operator: 'AND',
    conditions: [two, { operator: 'OR', conditions: [rent] }],
  });
  expect(without({ operator: 'AND', conditions: [{ operator: 'OR', conditions: [two] }] }, [0, 0])).toBeNull();
  expect(without({ operator: 'AND', conditions: [two] }, [0])).toBeNull();
});

test('nothing is no filter, and anything else that is none is reported as unreadable', () => {
  for (const nothing of [undefined, null, '', ' ', '{"operator":"AND","conditions":[]}'])
    expect(readFilter(nothing)).toEqual({ filters: null });
  const inner = { operator: 'AND', conditions: [{ operator: 'OR', conditions: [] }] };
  expect(readFilter(inner)).toEqual({ filters: null });
  for (const text of ['{', '[]', '{"operator":"XOR","conditions":[]', '{"field":"status"}', '0'])
    expect(readFilter(text)).toEqual({ filters: null, unreadable: text });
  expect(readFilter({ operator: 'AND', conditions: [{ field: 'status' }] })).toEqual({
    filters: null,
    unreadable: '{"operator":"AND","conditions":[{"field":"status"}]}',
  });
});
