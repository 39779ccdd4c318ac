// The requests of a record's history.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ifMatch, keyed, loadedFrom, type Loaded } from '../data/data-provider.ts';
import type { Action, Resource } from '../document/resources.ts';
import type { Version } from './version.ts';

const LIMIT = 20;

export interface HistoryPage {
  items: Version[];
  total: number;
}

async function request(
  resource: Resource,
  action: Action,
  id: string,
  query: string,
  init: RequestInit,
): Promise<Response> {
  const operation = resource.operations[action];
  if (!operation) throw new Error(`${resource.label} do not offer ${action}.`);
  const path = operation.path.replace(/\{[^}]+\}/, encodeURIComponent(id));
  const response = await authorizedFetch(path + query, { ...init, method: operation.method.toUpperCase() });
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function historyPage(
  resource: Resource,
  id: string,
  page: number,
  { limit = LIMIT, signal = null }: { limit?: number; signal?: AbortSignal | null } = {},
): Promise<HistoryPage> {
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  const response = await request(resource, 'history', id, `?${query}`, { signal });
  return (await response.json()) as HistoryPage;
}

/** Restores the state after that version, as a new version. */
export async function restoreVersion(
  resource: Resource,
  id: string,
  version: number,
  etag: string | undefined,
  key?: string,
): Promise<Loaded> {
  const response = await request(resource, 'restore', id, '', {
    body: JSON.stringify({ version }),
    headers: { 'Content-Type': 'application/json', ...ifMatch(etag), ...keyed(key) },
  });
  return loadedFrom(resource, response);
}

/** The latest version of a record. */
export async function latestVersion(
  resource: Resource,
  id: string,
  signal: AbortSignal | null = null,
): Promise<Version | undefined> {
  return (await historyPage(resource, id, 1, { limit: 1, signal })).items[0];
}

/** The version before the one of a time, to be restored. */
export async function versionBefore(
  resource: Resource,
  id: string,
  at: string,
): Promise<Pick<Version, 'version' | 'after'>> {
  for (let page = 1; ; page += 1) {
    // Pages in their order, until the time is on one.
    // oxlint-disable-next-line no-await-in-loop
    const { items, total } = await historyPage(resource, id, page);
    const changed = items.find((version) => version.at === at);
    if (changed) return { version: changed.version - 1, after: changed.before };
    if (page * LIMIT >= total) throw new Error(m.changes_version_missing());
  }
}

/** The loaded versions, newest first, and the function that loads older ones. */
export function useHistory(resource: Resource, id: string, enabled = true) {
  const query = useInfiniteQuery({
    queryKey: [resource.name, 'history', id],
    enabled,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => historyPage(resource, id, pageParam, { signal }),
    getNextPageParam: (last, all) => (all.length * LIMIT < last.total ? all.length + 1 : undefined),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });
  return { ...query, versions: versionsIn(query.data?.pages ?? []), total: query.data?.pages[0]?.total ?? 0 };
}

/** A version created while older pages are loaded shifts the others by one, so duplicates are removed. */
function versionsIn(pages: HistoryPage[]): Version[] {
  const byNumber = new Map<number, Version>();
  for (const version of pages.flatMap(({ items }) => items)) byNumber.set(version.version, version);
  return [...byNumber.values()].toSorted((one, other) => other.version - one.version);
}
