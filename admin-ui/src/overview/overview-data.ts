// The queries of the overview: the breakdown of a resource's records by a field, and the latest changes.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../document/resources.ts';
import { api } from '../paths.ts';

export interface Breakdown {
  by: string;
  /** The largest first; `label` is the title of a reference. */
  items: { value: string | boolean | null; label?: string; count: number }[];
  total: number;
}

/** What one request changed in one resource. */
export interface Change {
  requestId: string | null;
  at: string;
  actor: { id: string; name: string };
  action: string;
  resource: string;
  /** The fields of `record` that differ. */
  changed: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The number of records; `record` is the last of them. */
  count: number;
  record: { _id: string; title: string };
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

/** Refetched whenever the overview opens, since other users change records too. */
export function useLatestChanges(limit: number) {
  return useQuery({
    queryKey: ['changes', limit],
    queryFn: async ({ signal }) => (await read<{ items: Change[] }>(`${api.changes}?limit=${limit}`, signal)).items,
    staleTime: 0,
    retry: false,
  });
}
