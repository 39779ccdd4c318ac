// The deleted records of a resource: a page of them, and their restoration.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Resource } from '../document/resources.ts';

export interface Deleted {
  _id: string;
  /** The last title that the record had. */
  title: string;
  deletedAt: string;
  /** Null for the server itself, and for users whom the reader may not see. */
  by: { id: string; name: string } | null;
  requestId: string | null;
  /** The version before the deletion, which is restored. */
  version: number;
}

interface DeletedPage {
  items: Deleted[];
  total: number;
  totalPages: number;
}

async function readDeleted(path: string, query: string, signal: AbortSignal): Promise<DeletedPage> {
  const response = await authorizedFetch(`${path}?${query}`, { signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as DeletedPage;
}

/** Fetched again whenever the page opens, since other users delete records too. */
export function useDeleted({ name, operations }: Resource, page: number, limit: number) {
  const path = operations.deleted?.path ?? '';
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  return useQuery({
    queryKey: [name, 'deleted', String(query)],
    queryFn: ({ signal }) => readDeleted(path, String(query), signal),
    placeholderData: (data, before) => (before?.queryKey[0] === name ? keepPreviousData(data) : undefined),
    staleTime: 0,
    retry: false,
  });
}
