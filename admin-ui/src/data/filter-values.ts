// Converts between the filter of react-admin's components and the server's. `q` is the search, `filters` a filter of
// the server; every other key is a field with the value, or one of the values, that it must have.
import type { SortPayload } from 'ra-core';
import { idOf, type Resource } from '../document/resources.ts';
import { isObject } from './changes.ts';
import { isGroup, type Condition, type FilterGroup, type FilterNode, type Scalar } from './filter-group.ts';

export interface FilterValues {
  q?: string;
  filters?: FilterGroup;
  [field: string]: unknown;
}

export function searchOf(
  resource: Resource,
  { q, filters, ...values }: FilterValues,
): { search: string; filters: FilterGroup | null } {
  const met = Object.entries(values).flatMap(([field, value]) => nodeOf(resource, field, value));
  const all = met.length > 0 && filters ? [filters, ...met] : met;
  return {
    search: typeof q === 'string' ? q : '',
    filters: all.length > 0 ? { operator: 'AND', conditions: all } : (filters ?? null),
  };
}

/** The reverse. A filter that is more than fields with values is passed on whole, as `filters`. */
export function valuesOf(search: string, filters: FilterGroup | null): FilterValues {
  const values: FilterValues = search ? { q: search } : {};
  if (!filters) return values;
  const met = filters.operator === 'AND' ? filters.conditions.map(fieldAndValue) : [undefined];
  const fields = new Set(met.map((one) => one?.[0]));
  if (fields.has(undefined) || fields.size < met.length) return { ...values, filters };
  return { ...values, ...Object.fromEntries(met as [string, unknown][]) };
}

/** The usual order of a list. */
export const sortOf = ({ defaultSort: { field, direction } }: Pick<Resource, 'defaultSort'>): SortPayload => ({
  field,
  order: direction === 'asc' ? 'ASC' : 'DESC',
});

/** The list's name of a field: `id` is the identifier; `projectId` and `project._id` both name `project`. */
export function fieldOf(resource: Resource, source: string): string {
  if (source === 'id') return resource.idField;
  const [field = source] = source.split('.');
  return resource.input?.properties?.[field]?.['x-reference']?.view ?? field;
}

/** The condition that a field has this value or one of these values; none for an emptied input. */
function nodeOf(resource: Resource, source: string, value: unknown): FilterNode[] {
  if (value === undefined || value === null || value === '') return [];
  const field = fieldOf(resource, source);
  const equals = (one: unknown): Condition => ({
    field,
    operator: 'equals',
    value: (isObject(one) ? idOf(one) : one) as Scalar,
  });
  if (!Array.isArray(value)) return [equals(value)];
  return value.length === 0 ? [] : [{ operator: 'OR', conditions: value.map(equals) }];
}

function fieldAndValue(node: FilterNode): [string, unknown] | undefined {
  if (!isGroup(node)) return node.operator === 'equals' ? [node.field, node.value] : undefined;
  const each = node.operator === 'OR' ? node.conditions.map(fieldAndValue) : [undefined];
  const [first] = each;
  return first && each.every((one) => one?.[0] === first[0] && !Array.isArray(one[1]))
    ? [first[0], each.map((one) => one?.[1])]
    : undefined;
}
