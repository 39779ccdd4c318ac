// The filter definitions of a list, fetched once: they change only with the server.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { filterDefinitions } from '../data/data-provider.ts';
import { isIdentifier, type FilterDefinition } from '../data/filter-definition.ts';
import type { Resource } from '../document/resources.ts';

/** Options of fields by their keys, for users who may not look up the records. */
export type KnownOptions = Record<string, FilterDefinition['options']>;

const NONE: KnownOptions = {};
export const OptionsContext = createContext(NONE);

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

export function useDefinitions(resource: Resource | undefined, enabled: boolean) {
  const known = use(OptionsContext);
  const query = useQuery({ ...definitionsQuery(resource), enabled: enabled && resource !== undefined });
  const data = useMemo(() => query.data?.map((one) => withOptions(one, known[one.key])), [query.data, known]);
  return { data, isPending: query.isPending, isError: query.isError, refetch: query.refetch };
}

/** Adds the known options, which are then chosen like records that can be looked up. */
const withOptions = (
  definition: FilterDefinition,
  options: FilterDefinition['options'] | undefined,
): FilterDefinition => (options ? { ...definition, options, known: options } : definition);
