// The state of a list: the URL, and the page of records that the server returns for it.
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useGetList, useGetManyReference, type RaRecord } from 'ra-core';
import { useLocation, useNavigate } from 'react-router';
import { validFilters } from '../data/filter-definition.ts';
import { readFilter } from '../data/filter-group.ts';
import { problemsIn } from '../data/filter-problems.ts';
import { isStatus } from '../data/problems.ts';
import type { Related } from '../data/related.ts';
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
  records: RaRecord<string>[] | undefined;
  total: number;
  pages: number;
  /** The query may still change, so that nothing is requested for it. */
  waiting: boolean;
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

/** The list of the URL. */
export function useListState(resource: Resource): ListState {
  const { pathname: address, state } = useLocation();
  // A list may be part of a module's page; a dialog over a list has a path of its own.
  const pathname = dialogAt(address, resource, useResourceUi(resource)) ? listPathOf(resource) : address;
  const over = isOverList(state);
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

  const answer = useGetList<RaRecord<string>>(
    resource.name,
    {
      pagination: { page: query.page, perPage: query.perPage },
      sort: query.sort,
      filter: { ...(query.search && { q: query.search }), ...(query.filters && { filters: query.filters }) },
    },
    { placeholderData: keepPreviousData, retry: false, enabled: !checking && blocked === undefined },
  );
  const forget = useCallback(() => replaceWith(canonical, {}), [replaceWith, canonical]);
  const ways = useWays(resource, pathname, query);
  return useShown(answer, { query, blocked, replaced, forget, ...ways }, deciding || checking);
}

/** Short pages, since the list is below other content. */
const RELATED_PAGE_SIZE = 10;
const FIXED: BlockedFilter = { problems: [{ wrong: 'fixed' }], remaining: { search: '', filters: null } };

/** The list of what refers to a record: sort order and page are in the URL. A search or filter there is not applied. */
export function useRelatedListState({ resource, field }: Related, id: string): ListState {
  const { pathname, search } = useLocation();
  const requested = useMemo(() => parseListSearch(search, resource), [search, resource]);
  const isFixed = requested.search !== '' || requested.filters !== null || requested.unreadable !== undefined;
  const query = useMemo<ListSearch>(() => {
    const fixed = { ...requested, search: '', filters: null, unreadable: undefined };
    return isBare(search) ? { ...fixed, perPage: RELATED_PAGE_SIZE } : fixed;
  }, [requested, search]);
  const answer = useGetManyReference<RaRecord<string>>(
    resource.name,
    { target: field, id, pagination: { page: query.page, perPage: query.perPage }, sort: query.sort },
    { placeholderData: keepPreviousData, staleTime: 0, retry: false, enabled: !isFixed },
  );
  const replaced = useMemo(() => replacedParts(search, resource), [search, resource]);
  const ways = useWays(resource, pathname, query);
  const { go } = ways;
  const forget = useCallback(() => go({}, { replace: true }), [go]);
  return useShown(answer, { query, blocked: isFixed ? FIXED : undefined, replaced, forget, ...ways });
}

/** The links to other states of a list. */
function useWays(resource: Resource, pathname: string, query: ListSearch): Pick<ListState, 'linkTo' | 'go'> {
  const navigate = useNavigate();
  const linkTo = useCallback(
    (change: Partial<ListSearch>) => pathname + formatListSearch(changed(query, change), resource),
    [pathname, query, resource],
  );
  const go = useCallback<ListState['go']>(
    (change, options) => void navigate(linkTo(change), options),
    [navigate, linkTo],
  );
  return { linkTo, go };
}

/** What react-admin's hooks return. */
interface Answer {
  data?: RaRecord<string>[] | undefined;
  total?: number | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

/** The state as it is shown; `waiting` while the query may still change. */
function useShown(
  { data, total = 0, error, isPending, isFetching, isPlaceholderData, refetch }: Answer,
  {
    query,
    blocked,
    replaced,
    forget,
    linkTo,
    go,
  }: Pick<ListState, 'query' | 'blocked' | 'replaced' | 'forget' | 'linkTo' | 'go'>,
  waiting = false,
): ListState {
  return useMemo(() => {
    const parts = { query, replaced, forget, linkTo, go, retry: () => void refetch() };
    if (blocked) return { ...parts, ...NOTHING_SHOWN, blocked };
    const refused = error !== null && (data === undefined || isPlaceholderData);
    const failed = refused && !waiting;
    return {
      ...parts,
      records: waiting ? undefined : data,
      total,
      pages: Math.ceil(total / query.perPage),
      waiting,
      loading: isPending || waiting,
      refreshing: isFetching && !isPending,
      failed,
      error: waiting ? null : error,
      refusal: failed && isStatus(error, 400) ? error.detail : undefined,
      outdated: error !== null && !refused,
    };
  }, [
    query,
    blocked,
    replaced,
    forget,
    linkTo,
    go,
    waiting,
    data,
    total,
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    refetch,
  ]);
}

const NOTHING_SHOWN = {
  records: [],
  total: 0,
  pages: 0,
  waiting: false,
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
