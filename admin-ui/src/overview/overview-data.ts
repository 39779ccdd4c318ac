// The queries of the overview: the breakdown of a resource's records by a field, and the latest changes.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { useQuery } from '@tanstack/react-query';
import { readChanges } from '../changes/changes-data.ts';
import { writeFilters } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';

export interface Breakdown {
  by: string;
  /** The largest first; `label` is the title of a reference. */
  items: { value: string | boolean | null; label?: string; count: number }[];
  total: number;
}

async function read<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const response = await authorizedFetch(address, { signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Answer;
}

export function useBreakdown(resource: Resource, by: string) {
  const path = resource.operations.breakdown?.path;
  return useQuery({
    // The key begins with the resource, so that a change of its records makes it stale.
    queryKey: [resource.name, 'breakdown', by],
    enabled: path !== undefined,
    queryFn: ({ signal }) => read<Breakdown>(`${path}?${new URLSearchParams({ by })}`, signal),
    retry: false,
  });
}

/** The latest changes, of one resource or of all. Refetched whenever the overview opens, since other users change records too. */
export function useLatestChanges(limit: number, only: string | undefined) {
  return useQuery({
    queryKey: ['changes', 'latest', limit, only],
    queryFn: async ({ signal }) => {
      const filters =
        only && writeFilters({ operator: 'AND', conditions: [{ field: 'resource', operator: 'equals', value: only }] });
      const query = new URLSearchParams({ limit: String(limit), ...(filters && { filters }) });
      return (await readChanges(String(query), signal)).items;
    },
    staleTime: 0,
    retry: false,
  });
}
