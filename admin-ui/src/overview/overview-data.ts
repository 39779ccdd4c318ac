// The breakdown of a resource's records by a field.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { useQuery } from '@tanstack/react-query';
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
