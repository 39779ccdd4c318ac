// A page of a list of the server that is no resource: change sets, deleted records, the feed of changes.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { useQuery, type QueryKey } from '@tanstack/react-query';

export interface AnswerPage<Item> {
  items: Item[];
  total: number;
  totalPages: number;
}

/** Reads JSON. A rejection is thrown as the server's problem document. */
export async function readJson<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const response = await authorizedFetch(address, { signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Answer;
}

interface Requested {
  page: number;
  perPage: number;
  /** What else is asked for. */
  more?: Record<string, string>;
  enabled?: boolean;
}

/**
 * Fetched again whenever it is opened, since other users write, too. The page before stays until the next one is there, as
 * long as both have the same key.
 */
export function useAnswerPage<Item>(
  key: QueryKey,
  path: string,
  { page, perPage, more = {}, enabled = true }: Requested,
) {
  const query = String(new URLSearchParams({ page: String(page), limit: String(perPage), ...more }));
  return useQuery({
    queryKey: [...key, query],
    enabled,
    queryFn: ({ signal }) => readJson<AnswerPage<Item>>(`${path}?${query}`, signal),
    placeholderData: (data, before) => (key.every((part, at) => before?.queryKey[at] === part) ? data : undefined),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });
}
