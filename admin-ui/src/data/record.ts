// The cache of records: reads a record with its version, and invalidates the queries that a change makes stale.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RaRecord } from 'react-admin';
import { useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { referenceOf } from '../document/schema.ts';
import { readCounts, records, type Loaded } from './data-provider.ts';
import type { Performed } from './verbs.ts';

const key = (resource: Resource, id: string) => [resource.name, 'record', id];

/** Fetches a record each time a screen opens it: the form must edit the latest version. */
export function useRecord(resource: Resource, id: string) {
  return useQuery({
    queryKey: key(resource, id),
    queryFn: ({ signal }) => records.view(resource, id, signal),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });
}

/** Returns the ETag of a record that was fetched on its own; undefined for rows of a list. */
export function useVersionOf(resource: Resource): (record: RaRecord<string>) => string | undefined {
  const client = useQueryClient();
  return useCallback(
    (record) => {
      const read = client.getQueryData<Loaded>(key(resource, record.id));
      return read?.record === record ? read.etag : undefined;
    },
    [client, resource],
  );
}

/** The totals of all back-office resources, in one request. */
const COUNTS = 'counts';

/** The total of a resource, for the overview and the navigation. */
export function useTotal(resource: Resource) {
  const counted = resource.area === 'backoffice';
  const counts = useQuery({
    queryKey: [COUNTS],
    queryFn: ({ signal }) => readCounts(signal),
    enabled: counted,
    retry: false,
  });
  const own = useQuery({
    queryKey: [resource.name, 'total'],
    queryFn: async ({ signal }) =>
      (await records.list(resource, { page: 1, limit: 1, search: '', sort: undefined }, signal)).total,
    enabled: !counted,
    retry: false,
  });
  return counted
    ? { data: counts.data?.[resource.name], isError: counts.isError }
    : { data: own.data, isError: own.isError };
}

/**
 * Queries that a save does not make stale: single records are updated on their own, and the others contain no records.
 */
const NOT_STALE = new Set<unknown>(['record', 'filter-definitions', 'saved-filters']);
/** Queries of a resource that no change of a record which refers to it makes stale. */
const OF_TITLES = new Set<unknown>(['options', 'title']);
type Shown = { queryKey: readonly unknown[] };
const showsRecords = { predicate: ({ queryKey }: Shown) => !NOT_STALE.has(queryKey[1]) };

/** Which resources a resource refers to. */
const referred = (resource: Resource): Set<string> =>
  new Set(Object.values(resource.view.properties ?? {}).flatMap((property) => referenceOf(property)?.resource ?? []));

/**
 * Returns filters of the queries that a change of a resource's records makes stale. Refetched now: lists of the resource,
 * lists of resources that refer to it, because they show its titles, and the totals. Refetched when next opened: lists of
 * the resources that it refers to, and measures.
 */
function staleBy(resource: Resource, resources: Resource[]) {
  const showing = new Set([
    resource.name,
    ...resources.filter((one) => referred(one).has(resource.name)).map((one) => one.name),
  ]);
  const shown = referred(resource).add('analytics');
  return {
    now: {
      predicate: ({ queryKey: [of, what] }: Shown) =>
        of === COUNTS || (showing.has(String(of)) && !NOT_STALE.has(what)),
    },
    later: {
      predicate: ({ queryKey: [of, what] }: Shown) =>
        shown.has(String(of)) && !showing.has(String(of)) && !NOT_STALE.has(what) && !OF_TITLES.has(what),
    },
  };
}

/** Invalidates the queries that a change of a resource's records makes stale. */
function invalidateChanged(client: QueryClient, resource: Resource, resources: Resource[]): void {
  const { now, later } = staleBy(resource, resources);
  void client.invalidateQueries(now);
  void client.invalidateQueries({ ...later, refetchType: 'none' });
}

/** The same for changes through the data provider, which does not know the records on the screen. */
export function invalidateWritten(client: QueryClient, resource: Resource, resources: Resource[]): void {
  invalidateChanged(client, resource, resources);
  void client.invalidateQueries({ queryKey: [resource.name, 'record'] });
}

export interface RecordCache {
  /** Stores a created or changed record as the server returned it. */
  saved: (loaded: Loaded) => void;
  deleted: (id: string) => void;
  /** Invalidates after a bulk change or bulk delete. */
  many: () => void;
  /** Invalidates after a verb, which may have changed more than its record. */
  performed: (performed: Performed) => void;
  /** Invalidates every query with records; each is refetched when it is next opened. */
  invalidateAll: () => void;
  /** Refetches the records of this resource after the server reported another version than the one shown. */
  refetch: () => void;
}

/** Returns the cache updates for writes of a resource. They include lists of other resources that show its titles. */
export function useRecordCache(resource: Resource): RecordCache {
  const client = useQueryClient();
  const resources = useResources();
  const changed = useCallback(() => invalidateChanged(client, resource, resources), [client, resource, resources]);
  const saved = useCallback(
    (loaded: Loaded) => {
      client.setQueryData(key(resource, loaded.record.id), loaded);
      changed();
    },
    [client, resource, changed],
  );
  const deleted = useCallback(
    (id: string) => {
      // A screen that still shows the record is about to unmount; removing an active query would refetch it.
      client.removeQueries({ queryKey: key(resource, id), type: 'inactive' });
      changed();
    },
    [client, resource, changed],
  );
  const many = useCallback(() => {
    client.removeQueries({ queryKey: [resource.name, 'record'], type: 'inactive' });
    changed();
  }, [client, resource, changed]);
  const invalidateAll = useCallback(
    () => void client.invalidateQueries({ ...showsRecords, refetchType: 'none' }),
    [client],
  );
  const refetch = useCallback(() => void client.invalidateQueries({ queryKey: [resource.name] }), [client, resource]);
  const performed = useCallback(
    ({ loaded }: Performed) => {
      invalidateAll();
      if (loaded) saved(loaded);
      else {
        refetch();
        changed();
      }
    },
    [invalidateAll, saved, refetch, changed],
  );
  return { saved, deleted, many, performed, invalidateAll, refetch };
}
