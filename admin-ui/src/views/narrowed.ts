// The list's filter with further conditions, as parameters of react-admin's hooks.
import type { ListFilter } from '../data/data-provider.ts';
import type { FilterGroup, FilterNode } from '../data/filter-group.ts';
import type { FilterValues } from '../data/filter-values.ts';

/** The filter and the conditions, no deeper nested than needed: the server limits that. */
export function narrowed(filters: FilterGroup | null | undefined, conditions: FilterNode[]): FilterGroup | null {
  const before: FilterNode[] = !filters ? [] : filters.operator === 'AND' ? filters.conditions : [filters];
  const all = [...before, ...conditions];
  return all.length > 0 ? { operator: 'AND', conditions: all } : null;
}

/** The search and the narrowed filter of a list. */
export function filterOf({ search, filters }: ListFilter, conditions: FilterNode[] = []): FilterValues {
  const all = narrowed(filters, conditions);
  return { ...(search && { q: search }), ...(all && { filters: all }) };
}
