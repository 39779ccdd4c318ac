import { expect, test } from 'vitest';
import type { FilterDefinition } from '../data/filter-definition.ts';
import { boats, ID } from '../data/filter-definitions.fixture.ts';
import type { FilterNode } from '../data/filter-group.ts';
import { describe as inWords } from './describe.ts';

const described = (node: FilterNode) => inWords(node, { definitions: boats, names: { [ID]: 'Creekside Rise' } });

test.each<[string, FilterNode]>([
  ['Berths is at least 2', { field: 'berths', operator: 'greater_than_or_equal', value: 2 }],
  ['Length is less than 1,200 ft', { field: 'length', operator: 'less_than', value: 1200 }],
  ['Length is between 20 and 40.5 ft', { field: 'length', operator: 'between', value: 20, secondValue: 40.5 }],
  ['Owner is Creekside Rise', { field: 'owner', operator: 'equals', value: ID }],
  ['State is any of Afloat, Ashore', { field: 'state', operator: 'in', value: ['afloat', 'ashore'] }],
  ['State is none of Afloat', { field: 'state', operator: 'not_in', value: ['afloat'] }],
  ['Launched on is before 1 Feb 2026', { field: 'launchedOn', operator: 'before', value: '2026-02-01' }],
  ['Insured is not Yes', { field: 'insured', operator: 'not_equals', value: true }],
  ['Length is missing', { field: 'length', operator: 'is_missing' }],
  ['Owner is present', { field: 'owner', operator: 'is_present' }],
  ['Name contains مرسى', { field: 'name', operator: 'contains', value: 'مرسى' }],
])('%s', (expected, node) => {
  expect(described(node)).toBe(expected);
});

test('a group is described in one sentence, with nested groups in brackets', () => {
  const berths: FilterNode = { field: 'berths', operator: 'equals', value: 4 };
  const insured: FilterNode = { field: 'insured', operator: 'equals', value: true };
  const inner: FilterNode = { operator: 'OR', conditions: [berths, insured] };
  expect(described(inner)).toBe('Berths is 4 or Insured is Yes');
  expect(described({ operator: 'AND', conditions: [berths, inner] })).toBe(
    'Berths is 4 and (Berths is 4 or Insured is Yes)',
  );
  expect(described({ operator: 'AND', conditions: [{ operator: 'OR', conditions: [berths] }] })).toBe('Berths is 4');
});

test('a fraction is said in percent', () => {
  const length = boats.find(({ key }) => key === 'length') as FilterDefinition;
  const definitions: FilterDefinition[] = [{ ...length, key: 'gap', label: 'Gap', unit: '%', fraction: true }];
  const said = (value: number, secondValue?: number) =>
    inWords(
      { field: 'gap', operator: secondValue === undefined ? 'less_than' : 'between', value, secondValue } as FilterNode,
      { definitions, names: {} },
    );
  expect(said(-0.15)).toBe('Gap is less than −15 %');
  expect(said(0.07, 0.287)).toBe('Gap is between 7 and 28.7 %');
});

test('before the definitions are loaded, a field has its spaced name', () => {
  expect(inWords({ field: 'totalArea', operator: 'equals', value: 5 }, { definitions: [], names: {} })).toBe(
    'Total area is 5',
  );
});
