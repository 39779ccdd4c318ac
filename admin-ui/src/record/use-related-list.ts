// The state of a related list: sort order and page are in the URL.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { records } from '../data/data-provider.ts';
import { formatListSearch, isBare, parseListSearch, type ListSearch } from '../list/list-search.ts';
import type { ListState } from '../list/use-list.ts';
import { relatedFilter, type Related } from '../data/related.ts';

/** Short pages, since it is below other content. */
const PAGE_SIZE = 10;

export function useRelatedList(related: Related, id: string): ListState {
  const { resource } = related;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo<ListSearch>(() => {
    const parsed = parseListSearch(search, resource);
    return { ...parsed, search: '', filters: null, ...(isBare(search) && { limit: PAGE_SIZE }) };
  }, [search, resource]);
  const parsed = useMemo(
    () => ({
      search: '',
      filters: relatedFilter(related, id),
      sort: { field: query.sortBy, direction: query.sortDirection },
    }),
    [related, id, query],
  );
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [resource.name, 'related', related.field, id, query],
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => records.list(resource, { ...parsed, page: query.page, limit: query.limit }, signal),
  });
  const linkTo = useCallback(
    (change: Partial<ListSearch>) => pathname + formatListSearch({ ...query, ...change }, resource),
    [pathname, query, resource],
  );
  const go = useCallback<ListState['go']>(
    (change, options) => void navigate(linkTo(change), options),
    [navigate, linkTo],
  );
  const total = data?.total ?? 0;
  const failed = error !== null && (data === undefined || isPlaceholderData);
  return {
    query,
    filter: parsed,
    records: data?.items,
    total,
    pages: Math.ceil(total / query.limit),
    loading: isPending,
    refreshing: isFetching && !isPending,
    failed,
    error,
    refusal: undefined,
    outdated: error !== null && !failed,
    retry: () => void refetch(),
    linkTo,
    go,
  };
}
