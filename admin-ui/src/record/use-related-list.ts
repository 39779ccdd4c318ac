// The state of a related list: sort order and page are in the URL. A search or filter there is not applied.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { records } from '../data/data-provider.ts';
import type { BlockedFilter } from '../filters/blocked-notice.tsx';
import {
  changed,
  formatListSearch,
  isBare,
  parseListSearch,
  replacedParts,
  type ListSearch,
} from '../list/list-search.ts';
import type { ListState } from '../list/use-list.ts';
import { relatedFilter, type Related } from '../data/related.ts';

/** Short pages, since it is below other content. */
const PAGE_SIZE = 10;

export function useRelatedList(related: Related, id: string): ListState {
  const { resource } = related;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const requested = useMemo(() => parseListSearch(search, resource), [search, resource]);
  const query = useMemo<ListSearch>(
    () => ({
      ...requested,
      search: '',
      filters: null,
      unreadable: undefined,
      ...(isBare(search) && { limit: PAGE_SIZE }),
    }),
    [requested, search],
  );
  const blocked = useMemo(() => {
    const fixed = requested.search !== '' || requested.filters !== null || requested.unreadable !== undefined;
    return fixed ? FIXED : undefined;
  }, [requested]);
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
    enabled: blocked === undefined,
    queryFn: ({ signal }) => records.list(resource, { ...parsed, page: query.page, limit: query.limit }, signal),
  });
  const linkTo = useCallback(
    (change: Partial<ListSearch>) => pathname + formatListSearch(changed(query, change), resource),
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
    blocked,
    replaced: replacedParts(search, resource),
    forget: () => go({}, { replace: true }),
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

const FIXED: BlockedFilter = { problems: [{ wrong: 'fixed' }], remaining: { search: '', filters: null } };
