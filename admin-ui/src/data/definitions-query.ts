// The filter definitions of a list, fetched once: they change only with the server.
import { queryOptions } from '@tanstack/react-query';
import type { Resource } from '../document/resources.ts';
import { filterDefinitions } from './data-provider.ts';
import { isIdentifier, type FilterDefinition } from './filter-definition.ts';

export const definitionsQuery = (resource: Resource | undefined) =>
  queryOptions({
    queryKey: [resource?.name, 'filter-definitions'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const loaded = named(await filterDefinitions(resource as Resource, signal), resource as Resource);
      // The record's own identifier comes last, since users rarely filter by it.
      const own = loaded.filter((one) => isIdentifier(one) && !one.reference);
      return [...loaded.filter((one) => !own.includes(one)), ...own];
    },
  });

/** Booleans have the labels that the view shows. */
const named = (loaded: FilterDefinition[], { view }: Resource): FilterDefinition[] =>
  loaded.map((one) => {
    const labels = one.type === 'boolean' ? view.properties?.[one.key]?.['x-labels'] : undefined;
    const options = Object.entries(labels ?? {}).map(([value, label]) => ({ value: value === 'true', label }));
    return labels ? { ...one, options } : one;
  });
