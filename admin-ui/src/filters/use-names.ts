// The titles of the records in a filter.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { definitionOf, type FilterDefinition } from '../data/filter-definition.ts';
import { conditionsOf, type FilterGroup } from '../data/filter-group.ts';
import { titleQuery } from '../data/references.ts';
import { useMay, useResources } from '../document/context.tsx';

/** Titles by identifier. A missing one is unknown, or not loaded yet while `pending`. */
export function useNames(group: FilterGroup | null, definitions: FilterDefinition[] | undefined) {
  const resources = useResources();
  const may = useMay();
  const references = useMemo(() => {
    if (!group || !definitions) return [];
    const named = conditionsOf(group).flatMap(({ field, value }) => {
      const target = definitionOf(definitions, field)?.reference;
      const ids = Array.isArray(value) ? value : [value];
      return target ? ids.map((id) => ({ target, id: String(id) })) : [];
    });
    return [...new Map(named.map((one) => [`${one.target} ${one.id}`, one])).values()];
  }, [group, definitions]);

  const answers = useQueries({
    queries: references.map(({ target, id }) => {
      const resource = resources.find(({ name }) => name === target);
      return { ...titleQuery(resource, id), enabled: may(resource, 'view') };
    }),
    combine: (results) => ({
      titles: results.map((result) => result.data),
      pending: results.some((result) => result.isLoading),
    }),
  });
  return useMemo(() => {
    const names: Record<string, string> = {};
    references.forEach(({ id }, index) => {
      const title = answers.titles[index];
      if (title !== undefined) names[id] = title;
    });
    return { names, pending: answers.pending };
  }, [references, answers]);
}
