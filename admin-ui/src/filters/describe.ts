// A filter as text: 'Floor is at least 2', 'Project is Creekside Rise', '(Status is Sold or Status is Rented)'.
import { formatDate, formatNumber } from '@mizan/ui-kit/formats';
import { getLocale } from '@mizan/ui-kit/locale';
import { m } from '@mizan/ui-kit/messages';
import { definitionOf, optionLabel, takesTwo, type FilterDefinition } from '../data/filter-definition.ts';
import { isGroup, type Condition, type FilterNode, type Scalar } from '../data/filter-group.ts';
import { labelOf } from '../document/schema.ts';
import { asPercent } from './fraction.ts';

export interface FilterLabels {
  definitions: FilterDefinition[];
  /** The titles of the records in conditions, by identifier. */
  names: Record<string, string>;
}

const OPERATORS: Record<string, () => string> = {
  equals: m.filters_equals,
  not_equals: m.filters_not_equals,
  contains: m.filters_contains,
  not_contains: m.filters_not_contains,
  starts_with: m.filters_starts_with,
  ends_with: m.filters_ends_with,
  greater_than: m.filters_greater_than,
  greater_than_or_equal: m.filters_greater_than_or_equal,
  less_than: m.filters_less_than,
  less_than_or_equal: m.filters_less_than_or_equal,
  between: m.filters_between_operator,
  before: m.filters_before,
  before_or_equal: m.filters_before_or_equal,
  after: m.filters_after,
  after_or_equal: m.filters_after_or_equal,
  in: m.filters_in,
  not_in: m.filters_not_in,
  is_missing: m.filters_is_missing,
  is_present: m.filters_is_present,
};

/** An operator as text between field and value. */
export const operatorLabel = (operator: string): string => OPERATORS[operator]?.() ?? operator.replaceAll('_', ' ');

export function describe(node: FilterNode, labels: FilterLabels): string {
  if (!isGroup(node)) return describeCondition(node, labels);
  const parts = node.conditions.map((one) =>
    isGroup(one) && one.conditions.length > 1
      ? m.filters_in_group({ filter: describe(one, labels) })
      : describe(one, labels),
  );
  const join = node.operator === 'AND' ? m.filters_and : m.filters_or;
  return parts.reduce((one, other) => join({ one, other }));
}

function describeCondition({ field, operator, value, secondValue }: Condition, labels: FilterLabels): string {
  const definition = definitionOf(labels.definitions, field);
  const label = definition?.label ?? labelOf(field, undefined);
  const labelOfValue = (one: Scalar) => valueLabel(one, definition, labels.names);
  if (value === undefined) return m.filters_condition_alone({ field: label, operator: operatorLabel(operator) });
  if (takesTwo(operator) && !Array.isArray(value) && secondValue !== undefined) {
    return m.filters_between({
      field: label,
      from: labelOfValue(value),
      to: withUnit(labelOfValue(secondValue), definition),
    });
  }
  const shown = Array.isArray(value) ? listOf(value.map(labelOfValue)) : labelOfValue(value);
  return m.filters_condition({ field: label, operator: operatorLabel(operator), value: withUnit(shown, definition) });
}

function valueLabel(value: Scalar, definition: FilterDefinition | undefined, names: Record<string, string>): string {
  const label = optionLabel(definition, value);
  if (label !== undefined) return label;
  if (typeof value === 'boolean') return value ? m.admin_yes() : m.admin_no();
  if (typeof value === 'number')
    return formatNumber(definition?.fraction ? asPercent(value) : value, 6).replace(/^-/, '−');
  return definition?.type === 'date' ? formatDate(value) : (names[value] ?? value);
}

const withUnit = (value: string, definition: FilterDefinition | undefined): string =>
  definition?.unit ? m.filters_with_unit({ value, unit: definition.unit }) : value;

/** `Sold, Rented`: the operator has said whether any or none of them. */
const listOf = (values: string[]): string =>
  new Intl.ListFormat(getLocale(), { type: 'unit', style: 'short' }).format(values);
