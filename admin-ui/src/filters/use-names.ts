// The titles of the records in a filter.
import { useMemo } from 'react';
import { definitionOf, type FilterDefinition } from '../data/filter-definition.ts';
import { conditionsOf, type FilterGroup } from '../data/filter-group.ts';
import { useTitlesOf } from '../data/references.ts';
import { useResources } from '../document/context.tsx';

/** Titles by identifier. A missing one is unknown, or not loaded yet while `pending`. */
export function useNames(group: FilterGroup | null, definitions: FilterDefinition[] | undefined) {
  const resources = useResources();
  const referred = useMemo(() => {
    if (!group || !definitions) return [];
    const named = conditionsOf(group).flatMap(({ field, value }) => {
      const name = definitionOf(definitions, field)?.reference;
      const ids = (Array.isArray(value) ? value : [value]).map(String);
      return name ? ids.map((id) => ({ name, id })) : [];
    });
    return resources.flatMap((target) => {
      const ids = [...new Set(named.filter(({ name }) => name === target.name).map(({ id }) => id))];
      return ids.length > 0 ? [{ target, ids }] : [];
    });
  }, [group, definitions, resources]);
  return useTitlesOf(referred);
}
