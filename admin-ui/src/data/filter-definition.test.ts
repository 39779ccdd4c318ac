import { expect, test } from 'vitest';
import { validFilters, wrongIn } from './filter-definition.ts';
import { boats, ID } from './filter-definitions.fixture.ts';
import type { Condition, Scalar } from './filter-group.ts';

const condition = (field: string, operator: string, value: Scalar | Scalar[], secondValue?: Scalar): Condition =>
  secondValue === undefined ? { field, operator, value } : { field, operator, value, secondValue };

test.each([
  condition('name', 'contains', 'مرسى'),
  condition('berths', 'equals', 0),
  condition('berths', 'between', 1, 1),
  condition('launchedOn', 'between', '2026-01-31', '2026-02-01'),
  condition('state', 'equals', 'afloat'),
  condition('state', 'in', ['afloat', 'ashore']),
  condition('owner', 'equals', ID),
  condition('_id', 'in', [ID]),
  condition('insured', 'not_equals', false),
])('%j matches its definition', (right) => {
  expect(wrongIn(right, boats)).toBeNull();
});

test.each([
  ['field', condition('ghost', 'equals', 1)],
  ['operator', condition('name', 'greater_than', 'a')],
  ['operator', condition('insured', 'in', [true])],
  ['value', condition('name', 'contains', '  ')],
  ['value', condition('berths', 'equals', '2')],
  ['value', condition('berths', 'equals', [2])],
  ['value', condition('berths', 'between', 1)],
  ['value', condition('berths', 'equals', 1, 2)],
  ['value', condition('launchedOn', 'equals', '2026-02-30')],
  ['value', condition('state', 'equals', 'sunk')],
  ['value', condition('state', 'in', 'afloat')],
  ['value', condition('state', 'in', [])],
  ['value', condition('owner', 'equals', 'Layla')],
  ['value', condition('insured', 'equals', 'true')],
  ['order', condition('berths', 'between', 3, 2)],
  ['order', condition('launchedOn', 'between', '2026-02-01', '2026-01-31')],
])('its %s is what is wrong with %j', (wrong, one) => {
  expect(wrongIn(one, boats)).toBe(wrong);
});

test('what is not valid is dropped and the rest stays', () => {
  const ghost = condition('ghost', 'equals', 1);
  const afloat = condition('state', 'equals', 'afloat');
  const group = {
    operator: 'AND' as const,
    conditions: [ghost, afloat, { operator: 'OR' as const, conditions: [ghost] }],
  };
  expect(validFilters(group, boats)).toEqual({ operator: 'AND', conditions: [afloat] });
  expect(validFilters({ operator: 'OR', conditions: [ghost] }, boats)).toBeNull();
});
