// Records that may be the same one, in groups.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Resource } from '../document/resources.ts';

export interface Candidate {
  _id: string;
  title: string;
  /** How many records refer to it; undefined while that is not known. */
  references?: number;
}

export interface Group {
  records: Candidate[];
  /** What they have in common, such as the labels of fields. */
  because: string[];
}

interface GroupPage {
  items: Group[];
  total: number;
  totalPages: number;
}

async function readGroups(path: string, query: string, signal: AbortSignal): Promise<GroupPage> {
  const response = await authorizedFetch(`${path}?${query}`, { signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as GroupPage;
}

export function useDuplicates({ name, operations }: Resource, page: number, limit: number, enabled: boolean) {
  const path = operations.duplicates?.path ?? '';
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  return useQuery({
    queryKey: [name, 'duplicates', String(query)],
    queryFn: ({ signal }) => readGroups(path, String(query), signal),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}
