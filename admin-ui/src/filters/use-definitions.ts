// The filter definitions of a list, with the options that are known of its fields.
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { definitionsQuery } from '../data/definitions-query.ts';
import type { FilterDefinition } from '../data/filter-definition.ts';
import type { Resource } from '../document/resources.ts';

/** Options of fields by their keys, for users who may not look up the records. */
export type KnownOptions = Record<string, FilterDefinition['options']>;

const NONE: KnownOptions = {};
export const OptionsContext = createContext(NONE);

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
