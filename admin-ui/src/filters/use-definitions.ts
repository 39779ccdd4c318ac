// What a list can be filtered by: requested when it is first needed and kept, as it changes only with the server.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { filterDefinitions } from '../data/data-provider.ts';
import { isIdentifier, type FilterDefinition } from '../data/filter-definition.ts';
import type { Resource } from '../document/resources.ts';

/** What some fields hold, by their keys, where the visitor cannot look up the records that they name. */
export type KnownOptions = Record<string, FilterDefinition['options']>;

const NONE: KnownOptions = {};
export const OptionsContext = createContext(NONE);

/** Asks for them once: they change only with the server. */
export const definitionsQuery = (resource: Resource | undefined) =>
  queryOptions({
    queryKey: [resource?.name, 'filter-definitions'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const loaded = named(await filterDefinitions(resource as Resource, signal), resource as Resource);
      // A record's own identifier is what people filter by last.
      const own = loaded.filter((one) => isIdentifier(one) && !one.reference);
      return [...loaded.filter((one) => !own.includes(one)), ...own];
    },
  });

/** Yes and no go by the names that they have where the field is shown. */
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

/** They are chosen as records that can be looked up are, out of what is known. */
const withOptions = (
  definition: FilterDefinition,
  options: FilterDefinition['options'] | undefined,
): FilterDefinition => (options ? { ...definition, options, known: options } : definition);
