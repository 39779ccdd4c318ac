// What a list can be filtered by: asked for when it is first needed and kept, as it changes only with the server.
import { useQuery } from '@tanstack/react-query';
import { filterDefinitions } from '../data/data-provider.ts';
import type { Resource } from '../document/resources.ts';
import { isIdentifier } from './definition.ts';

export function useDefinitions(resource: Resource, wanted: boolean) {
  return useQuery({
    queryKey: [resource.name, 'filter-definitions'],
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const told = await filterDefinitions(resource, signal);
      // A record's own identifier is what people filter by last.
      const own = told.filter((one) => isIdentifier(one) && !one.reference);
      return [...told.filter((one) => !own.includes(one)), ...own];
    },
  });
}
