// What the overview asks of the server: how the records of a resource are spread over the values of a field, and what
// was changed last.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../document/resources.ts';
import { api } from '../paths.ts';

export interface Breakdown {
  by: string;
  /** The largest first; `label` is what a record referred to is named. */
  items: { value: string | boolean | null; label?: string; count: number }[];
  total: number;
}

/** What one request changed of one resource. */
export interface Change {
  requestId: string;
  at: string;
  actor: { id: string; name: string } | null;
  action: string;
  resource: string;
  /** How many records; `record` is one of them. */
  count: number;
  record: { id: string; title: string };
}

async function read<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const response = await authorizedFetch(address, { signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Answer;
}

export function useBreakdown(resource: Resource, by: string) {
  const path = resource.operations.breakdown?.path;
  return useQuery({
    // By its resource, so that a change of its records makes it stale.
    queryKey: [resource.name, 'breakdown', by],
    enabled: path !== undefined,
    queryFn: ({ signal }) => read<Breakdown>(`${path}?${new URLSearchParams({ by })}`, signal),
    retry: false,
  });
}

/** Read again each time the overview is opened: others change records too. */
export function useLatestChanges(limit: number) {
  return useQuery({
    queryKey: ['changes', limit],
    queryFn: async ({ signal }) => (await read<{ items: Change[] }>(`${api.changes}?limit=${limit}`, signal)).items,
    staleTime: 0,
    retry: false,
  });
}
