// The changes of all resources: the request of a page, and what they can be filtered by.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { writeFilters, type FilterGroup } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { api } from '../paths.ts';

/** What one request changed in one resource. */
export interface Change {
  requestId: string | null;
  at: string;
  actor: { id: string; name: string };
  action: string;
  resource: string;
  /** The fields of `record` that differ. */
  changed: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The number of records; `record` is the last of them. */
  count: number;
  record: { _id: string; title: string };
}

export interface ChangePage {
  items: Change[];
  total: number;
  totalPages: number;
}

/** The feed as far as filters and pages need a resource; it is none of the document. */
export const feed = (): Resource =>
  ({
    name: 'changes',
    area: 'backoffice',
    label: m.changes_title(),
    noun: m.changes_noun(),
    nouns: m.changes_nouns(),
    sortable: ['at'],
    defaultSort: { field: 'at', direction: 'desc' },
    view: {},
    columns: [],
    operations: { filters: { path: `${api.changes}/filter-definitions`, method: 'get' } },
  }) as unknown as Resource;

async function readChanges(query: string, signal: AbortSignal): Promise<ChangePage> {
  const response = await authorizedFetch(`${api.changes}?${query}`, { signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as ChangePage;
}

interface Requested {
  page: number;
  perPage: number;
  filters: FilterGroup | null;
}

/** Fetched again whenever the feed opens, since other users change records too. */
export function useChanges({ page, perPage, filters }: Requested, enabled = true) {
  const query = new URLSearchParams({ page: String(page), limit: String(perPage) });
  if (filters) query.set('filters', writeFilters(filters));
  return useQuery({
    queryKey: ['changes', String(query)],
    enabled,
    queryFn: ({ signal }) => readChanges(String(query), signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}
