// The state of a list screen: the URL, and the page of records that the server returns for it.
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useGetList, type RaRecord } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import type { ListFilter } from '../data/data-provider.ts';
import { validFilters } from '../data/filter-definition.ts';
import { readFilter } from '../data/filter-group.ts';
import { problemsIn } from '../data/filter-problems.ts';
import { isStatus } from '../data/problems.ts';
import type { BlockedFilter } from '../filters/blocked-notice.tsx';
import { filtersOf, SAVED_FILTERS, type SavedFilter } from '../filters/saved-filters.ts';
import { useMaySaved, useSaved } from '../saved/collection.ts';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { useDefinitions } from '../filters/use-definitions.ts';
import { dialogAt, isOverList, listPathOf, OVER_LIST } from '../frame/list-path.ts';
import { useReplaceSearch } from '../frame/use-replace-search.ts';
import { useResourceUi } from '../module/registry.ts';
import { storeListAddress } from './last-list.ts';
import {
  changed,
  formatListSearch,
  isBare,
  OPENED,
  parseListSearch,
  replacedParts,
  type ListSearch,
  type ReplacedPart,
} from './list-search.ts';

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
  /** The filter cannot be applied: no records are loaded until the user decides. */
  blocked?: BlockedFilter | undefined;
  /** Invalid parts of the URL that defaults have replaced; cleared by the next change. */
  replaced: ReplacedPart[];
  forget: () => void;
  /** The URL of this list with some of its state changed. */
  linkTo: (change: Partial<ListSearch>) => string;
  go: (change: Partial<ListSearch>, options?: { replace?: boolean }) => void;
}

/** What a list's navigation state holds in addition: both are known only before the URL is in canonical form. */
interface Noted {
  replaced?: ReplacedPart[];
  usual?: string | undefined;
}

const NONE: ReplacedPart[] = [];

export function useList(resource: Resource): ListState {
  const { pathname: address, state } = useLocation();
  // A list may be part of a module's page; a dialog over a list has a path of its own.
  const pathname = dialogAt(address, resource, useResourceUi(resource)) ? listPathOf(resource) : address;
  const over = isOverList(state);
  const navigate = useNavigate();
  const replaceSearch = useReplaceSearch();
  const { query, search, deciding, checking, blocked, usual } = useQueryOf(resource);
  const canonical = formatListSearch(query, resource);
  const { replaced = NONE } = (state ?? {}) as Noted;
  // A dialog over the list keeps its path and its navigation state.
  const replaceWith = useCallback(
    (next: string, noted: Noted) => replaceSearch(next, { ...noted, ...(over && OVER_LIST) }),
    [replaceSearch, over],
  );

  useEffect(() => {
    if (deciding) return;
    if (search !== canonical) replaceWith(canonical, { replaced: replacedParts(search, resource), usual });
    else storeListAddress(resource.name, pathname + canonical);
  }, [deciding, search, canonical, replaceWith, usual, pathname, resource]);

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
    { placeholderData: keepPreviousData, retry: false, enabled: !checking && blocked === undefined },
  );

  const linkTo = useCallback(
    (change: Partial<ListSearch>) => pathname + formatListSearch(changed(query, change), resource),
    [pathname, query, resource],
  );
  const go = useCallback<ListState['go']>(
    (change, options) => void navigate(linkTo(change), options),
    [navigate, linkTo],
  );
  const retry = useCallback(() => void refetch(), [refetch]);
  const forget = useCallback(() => replaceWith(canonical, {}), [replaceWith, canonical]);
  const filter = useMemo<ListFilter>(
    () => ({
      search: query.search,
      filters: query.filters,
      sort: { field: query.sortBy, direction: query.sortDirection },
    }),
    [query],
  );

  const parts = { query, filter, replaced, forget, retry, linkTo, go };
  if (blocked) return { ...parts, ...NOTHING_SHOWN, blocked };
  const refused = error !== null && (data === undefined || isPlaceholderData);
  const waiting = deciding || checking;
  const failed = refused && !waiting;
  return {
    ...parts,
    records: waiting ? undefined : (data as RaRecord<string>[] | undefined),
    total,
    pages: Math.ceil(total / query.limit),
    loading: isPending || waiting,
    refreshing: isFetching && (isPlaceholderData || !isPending),
    failed,
    error: waiting ? null : error,
    refusal: failed && isStatus(error, 400) ? error.detail : undefined,
    outdated: error !== null && !refused,
  };
}

const NOTHING_SHOWN = {
  records: [],
  total: 0,
  pages: 0,
  loading: false,
  refreshing: false,
  failed: false,
  error: null,
  refusal: undefined,
  outdated: false,
};

/**
 * The query of the URL, and what of it cannot be applied. Without a query the user's default filter applies.
 */
function useQueryOf(resource: Resource) {
  const { search, state } = useLocation();
  const may = useMay();
  const mayRead = useMaySaved(SAVED_FILTERS)('read');
  const mayFilter = may(resource, 'filters');
  const opened = isBare(search) || (state as Partial<typeof OPENED> | null)?.opened === true;
  const saved = useSaved<SavedFilter>(filtersOf(resource), opened && mayFilter && mayRead);
  const usual = opened ? saved.data?.find((one) => one.own && one.isDefault) : undefined;
  const query = useMemo<ListSearch>(() => {
    const requested = parseListSearch(search, resource);
    const bare = !requested.filters && requested.unreadable === undefined;
    return mayFilter && bare ? { ...requested, ...readFilter(usual?.filterState) } : requested;
  }, [search, resource, mayFilter, usual]);
  const definitions = useDefinitions(resource, mayFilter && query.filters !== null);
  const name = usual?.name ?? ((state ?? {}) as Noted).usual;
  const blocked = useMemo<BlockedFilter | undefined>(() => {
    const problems = problemsIn(query, mayFilter, definitions.data);
    if (problems.length === 0) return undefined;
    const valid = mayFilter && query.filters && definitions.data && validFilters(query.filters, definitions.data);
    const tooLong = problems.some(({ wrong }) => wrong === 'search');
    return { problems, remaining: { search: tooLong ? '' : query.search, filters: valid || null }, usual: name };
  }, [query, mayFilter, definitions.data, name]);
  return {
    query,
    search,
    // Cached saved filters are not enough: the default may have changed since.
    deciding: opened && mayFilter && mayRead && (saved.isPending || saved.isFetching),
    checking: mayFilter && query.filters !== null && definitions.isPending,
    blocked,
    usual: usual?.name,
  };
}
