// The state of a list screen: the URL, and the page of records that the server returns for it.
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useGetList, type RaRecord } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import type { ListFilter } from '../data/data-provider.ts';
import { validFilters } from '../data/filter-definition.ts';
import { readFilters } from '../data/filter-group.ts';
import { isStatus } from '../data/problems.ts';
import { filtersOf, SAVED_FILTERS, type SavedFilter } from '../filters/saved-filters.ts';
import { useMaySaved, useSaved } from '../saved/collection.ts';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { useDefinitions } from '../filters/use-definitions.ts';
import { dialogAt, isOverList, listPathOf, OVER_LIST } from '../frame/list-path.ts';
import { useResourceUi } from '../module/registry.ts';
import { storeListAddress } from './last-list.ts';
import { formatListSearch, isBare, OPENED, parseListSearch, type ListSearch } from './list-search.ts';

export interface ListState {
  query: ListSearch;
  /** The query without the page, for exports and Select All. */
  filter: ListFilter;
  records: RaRecord<string>[] | undefined;
  total: number;
  pages: number;
  /** Nothing is shown yet. */
  loading: boolean;
  /** Newer data is loading. */
  refreshing: boolean;
  failed: boolean;
  /** The last error, even while older data is shown. */
  error: Error | null;
  /** The server's message when it rejected this query. */
  refusal: string | undefined;
  /** The rows are older: newer ones could not be loaded. */
  outdated: boolean;
  retry: () => void;
  /** The URL of this list with some of its state changed. */
  linkTo: (change: Partial<ListSearch>) => string;
  go: (change: Partial<ListSearch>, options?: { replace?: boolean }) => void;
}

export function useList(resource: Resource): ListState {
  const { pathname: address, state } = useLocation();
  // A list may be part of a module's page; a dialog over a list has a path of its own.
  const pathname = dialogAt(address, resource, useResourceUi(resource)) ? listPathOf(resource) : address;
  const over = isOverList(state);
  const navigate = useNavigate();
  const { query, search, deciding, checking } = useQueryOf(resource);
  const canonical = formatListSearch(query, resource);

  useEffect(() => {
    if (deciding) return;
    // A dialog over the list keeps its path and its navigation state.
    if (search !== canonical)
      void navigate({ search: canonical }, { replace: true, ...(over && { state: OVER_LIST }) });
    else storeListAddress(resource.name, pathname + canonical);
  }, [deciding, search, canonical, navigate, over, pathname, resource.name]);

  const {
    data,
    total = 0,
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useGetList(
    resource.name,
    {
      pagination: { page: query.page, perPage: query.limit },
      sort: { field: query.sortBy, order: query.sortDirection === 'asc' ? 'ASC' : 'DESC' },
      filter: { ...(query.search && { q: query.search }), ...(query.filters && { filters: query.filters }) },
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
  const filter = useMemo<ListFilter>(
    () => ({
      search: query.search,
      filters: query.filters,
      sort: { field: query.sortBy, direction: query.sortDirection },
    }),
    [query],
  );

  const refused = error !== null && (data === undefined || isPlaceholderData);
  // A filter that is about to be corrected is not an error yet.
  const waiting = deciding || (checking && refused);
  const failed = refused && !waiting;
  return {
    query,
    filter,
    records: waiting ? undefined : (data as RaRecord<string>[] | undefined),
    total,
    pages: Math.ceil(total / query.limit),
    loading: isPending || waiting,
    refreshing: isFetching && (isPlaceholderData || !isPending),
    failed,
    error: waiting ? null : error,
    refusal: failed && isStatus(error, 400) ? error.detail : undefined,
    outdated: error !== null && !refused,
    retry,
    linkTo,
    go,
  };
}

/**
 * The query of the URL. Without one the user's default filter applies. Filters are reduced to what their definitions
 * allow, and dropped for users who may not filter.
 */
function useQueryOf(resource: Resource) {
  const { search, state } = useLocation();
  const may = useMay();
  const mayRead = useMaySaved(SAVED_FILTERS)('read');
  const mayFilter = may(resource, 'filters');
  const opened = isBare(search) || (state as Partial<typeof OPENED> | null)?.opened === true;
  const saved = useSaved<SavedFilter>(filtersOf(resource), opened && mayFilter && mayRead);
  const usual = opened ? saved.data?.find((one) => one.own && one.isDefault)?.filterState : undefined;
  const parsed = useMemo(() => {
    const filter = parseListSearch(search, resource);
    return { ...filter, filters: mayFilter ? (filter.filters ?? readFilters(usual)) : null };
  }, [search, resource, mayFilter, usual]);
  const definitions = useDefinitions(resource, parsed.filters !== null);
  const query = useMemo<ListSearch>(() => {
    if (!parsed.filters || !definitions.data) return parsed;
    return { ...parsed, filters: validFilters(parsed.filters, definitions.data) };
  }, [parsed, definitions.data]);
  return {
    query,
    search,
    // Cached saved filters are not enough: the default may have changed since.
    deciding: opened && mayFilter && mayRead && (saved.isPending || saved.isFetching),
    checking: parsed.filters !== null && definitions.isPending,
  };
}
