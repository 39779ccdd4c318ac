// The state of a list screen: the address, and the page of records that the server answers to it.
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useGetList, type RaRecord } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import type { Resource } from '../document/resources.ts';
import { rememberList } from './last-list.ts';
import { formatListSearch, parseListSearch, type ListSearch } from './list-search.ts';

export interface ListState {
  query: ListSearch;
  records: RaRecord<string>[] | undefined;
  total: number;
  pages: number;
  /** There is nothing on the screen yet. */
  loading: boolean;
  /** Something newer is on its way. */
  refreshing: boolean;
  failed: boolean;
  /** What is shown is older: newer rows were asked for and did not come. */
  outdated: boolean;
  retry: () => void;
  /** The address of this list with some of its state changed. */
  linkTo: (change: Partial<ListSearch>) => string;
  go: (change: Partial<ListSearch>, options?: { replace?: boolean }) => void;
}

export function useList(resource: Resource): ListState {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => parseListSearch(search, resource), [search, resource]);
  const canonical = formatListSearch(query, resource);

  useEffect(() => {
    if (search !== canonical) void navigate({ search: canonical }, { replace: true });
    else rememberList(resource.name, pathname + canonical);
  }, [search, canonical, navigate, pathname, resource.name]);

  const { data, total = 0, error, isPending, isFetching, isPlaceholderData, refetch } = useGetList(
    resource.name,
    {
      pagination: { page: query.page, perPage: query.limit },
      sort: { field: query.sortBy, order: query.sortDirection === 'asc' ? 'ASC' : 'DESC' },
      filter: query.search ? { q: query.search } : {},
    },
    { placeholderData: keepPreviousData, retry: false },
  );

  const linkTo = useCallback(
    (change: Partial<ListSearch>) => pathname + formatListSearch({ ...query, ...change }, resource),
    [pathname, query, resource],
  );
  const go = useCallback<ListState['go']>(
    (change, options) => void navigate(linkTo(change), options),
    [navigate, linkTo],
  );
  const retry = useCallback(() => void refetch(), [refetch]);

  const failed = error !== null && (data === undefined || isPlaceholderData);
  return {
    query,
    records: data as RaRecord<string>[] | undefined,
    total,
    pages: Math.ceil(total / query.limit),
    loading: isPending,
    refreshing: isFetching && (isPlaceholderData || !isPending),
    failed,
    outdated: error !== null && !failed,
    retry,
    linkTo,
    go,
  };
}
