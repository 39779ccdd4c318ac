// What changes by others make stale: it is refetched in place.
import type { Query, QueryClient } from '@tanstack/react-query';
import type { OthersChanges } from '../data/others-changes.ts';
import { COUNTS, referred, showsRecords, TITLES } from '../data/record.ts';
import type { Resource } from '../document/resources.ts';

/** Queries of one record, and what they have after the name of the resource and their own. */
const OF_ONE = new Set<unknown>(['getOne', 'history', 'comments', 'files', 'people', 'deliveries']);
/** Queries of no resource that changes of any make stale. */
const OF_ALL = new Set<unknown>([COUNTS, 'changes', 'waiting']);

/** Refetches everything with records. */
export const refetchAll = (client: QueryClient): void => void client.invalidateQueries({ predicate: showsRecords });

/** Refetches measures, which are of many records each. */
export const refetchMeasures = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: (query) => query.queryKey[0] === 'analytics' && showsRecords(query) });

/** Refetches what shows records that others changed, without measures. What is not shown is refetched when it is next opened. */
export function refetchChanged(client: QueryClient, changes: OthersChanges, resources: Resource[]): void {
  const referring = new Set(
    resources.filter((one) => [...referred(one)].some((name) => changes.has(name))).map(({ name }) => name),
  );
  const predicate = ({ queryKey: [of, what, params] }: Query) => {
    if (OF_ALL.has(of)) return true;
    const ids = changes.get(String(of));
    if (!ids || !OF_ONE.has(what)) return (ids !== undefined && what !== TITLES) || referring.has(String(of));
    const id = typeof params === 'string' ? params : (params as { id?: string } | undefined)?.id;
    return id !== undefined && ids.has(id);
  };
  void client.invalidateQueries({ predicate: (query) => showsRecords(query) && predicate(query) });
}
