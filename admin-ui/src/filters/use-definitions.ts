// The filter definitions of a list, with the options that are known of its fields.
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { definitionsQuery } from '../data/definitions-query.ts';
import type { FilterDefinition } from '../data/filter-definition.ts';
import type { Resource } from '../document/resources.ts';
import { useResourceUi } from '../module/registry.ts';
import { asPercent } from './fraction.ts';

/** Options of fields by their keys, for users who may not look up the records. */
export type KnownOptions = Record<string, FilterDefinition['options']>;

const NONE: KnownOptions = {};
const NO_RESOURCE = { name: '' };
export const OptionsContext = createContext(NONE);

export function useDefinitions(resource: Resource | undefined, enabled: boolean) {
  const known = use(OptionsContext);
  const query = useQuery({ ...definitionsQuery(resource), enabled: enabled && resource !== undefined });
  const { fractions } = useResourceUi(resource ?? NO_RESOURCE);
  const data = useMemo(
    () => query.data?.map((one) => withOptions(asFractions(one, fractions?.[one.key]), known[one.key])),
    [query.data, fractions, known],
  );
  return { data, isPending: query.isPending, isError: query.isError, refetch: query.refetch };
}

/** Takes what a module says of a field whose numbers are fractions; its example is one. */
const asFractions = (definition: FilterDefinition, shown: { label: string } | undefined): FilterDefinition =>
  shown
    ? {
        ...definition,
        ...shown,
        fraction: true,
        unit: '%',
        placeholder: definition.placeholder && String(asPercent(Number(definition.placeholder))),
      }
    : definition;

/** Adds the known options, which are then chosen like records that can be looked up. */
const withOptions = (
  definition: FilterDefinition,
  options: FilterDefinition['options'] | undefined,
): FilterDefinition => (options ? { ...definition, options, known: options } : definition);
