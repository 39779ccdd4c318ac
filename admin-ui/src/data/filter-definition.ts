// The filter definitions of a list, as the server describes them, and the validation of conditions against them.
import { isDay } from '@mizan/ui-kit/day';
import {
  conditionsOf,
  isGroup,
  type Condition,
  type FilterGroup,
  type FilterNode,
  type Scalar,
} from './filter-group.ts';

export type FilterType = 'text' | 'number' | 'date' | 'select' | 'boolean';

export interface FilterDefinition {
  key: string;
  label: string;
  type: FilterType;
  operators: string[];
  options: { value: Scalar; label: string }[];
  placeholder: string | null;
  hasIndex: boolean;
  required: boolean;
  /** The resource whose identifiers are the values. */
  reference: string | null;
  /** The known records, for users who may not look them up. */
  known?: { value: Scalar; label: string }[];
  unit: string | null;
  /** The numbers are fractions of one, which are shown and typed in percent. */
  fraction?: true;
}

/** Returns the label of a select option. */
export const optionLabel = (definition: FilterDefinition | undefined, value: Scalar): string | undefined =>
  definition?.options.find((one) => one.value === value)?.label;

/** Returns the first validation error of a condition, or undefined. */
export type Wrong = 'field' | 'operator' | 'value' | 'order';

/** The server's maximum lengths of a list of values and of a text. */
export const MOST_VALUES = 500;
export const LONGEST_TEXT = 1000;

export const takesList = (operator: string): boolean => operator === 'in' || operator === 'not_in';
export const takesTwo = (operator: string): boolean => operator === 'between';
export const takesNone = (operator: string): boolean => operator === 'is_missing' || operator === 'is_present';

/** A select without options: its values are identifiers. */
export const isIdentifier = (definition: FilterDefinition): boolean =>
  definition.type === 'select' && definition.options.length === 0;

export const definitionOf = (definitions: FilterDefinition[], field: string): FilterDefinition | undefined =>
  definitions.find(({ key }) => key === field);

export function wrongIn(condition: Condition, definitions: FilterDefinition[]): Wrong | null {
  const definition = definitionOf(definitions, condition.field);
  if (!definition) return 'field';
  const { operator, value, secondValue } = condition;
  if (!definition.operators.includes(operator)) return 'operator';
  if (takesNone(operator)) return value === undefined && secondValue === undefined ? null : 'value';
  if (takesList(operator)) {
    const right =
      Array.isArray(value) &&
      value.length > 0 &&
      value.length <= MOST_VALUES &&
      value.every((one) => isValue(definition, one));
    return right && secondValue === undefined ? null : 'value';
  }
  if (value === undefined || Array.isArray(value) || !isValue(definition, value)) return 'value';
  if (!takesTwo(operator)) return secondValue === undefined ? null : 'value';
  if (secondValue === undefined || !isValue(definition, secondValue)) return 'value';
  return value > secondValue ? 'order' : null;
}

function isValue(definition: FilterDefinition, value: Scalar): boolean {
  switch (definition.type) {
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isDay(value);
    case 'select':
      if (isIdentifier(definition)) return typeof value === 'string' && isId(value);
      return definition.options.some((option) => option.value === value);
    default:
      return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TEXT;
  }
}

export const isId = (value: string): boolean => /^[0-9a-f]{24}$/.test(value);

/** The conditions that the definitions do not allow, and why. */
export function wrongConditions(group: FilterGroup, definitions: FilterDefinition[]): WrongCondition[] {
  return conditionsOf(group).flatMap((condition) => {
    const wrong = wrongIn(condition, definitions);
    return wrong ? [{ condition, wrong }] : [];
  });
}

export interface WrongCondition {
  condition: Condition;
  wrong: Wrong;
}

/** The filter without the conditions that the definitions do not allow; null when nothing is left. */
export function validFilters(group: FilterGroup, definitions: FilterDefinition[]): FilterGroup | null {
  const validNodes = (node: FilterNode): FilterNode[] => {
    if (!isGroup(node)) return wrongIn(node, definitions) ? [] : [node];
    const left = validFilters(node, definitions);
    return left ? [left] : [];
  };
  const conditions = group.conditions.flatMap(validNodes);
  return conditions.length > 0 ? { operator: group.operator, conditions } : null;
}
