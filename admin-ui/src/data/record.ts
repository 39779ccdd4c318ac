// The cache of records is react-admin's: reads a record on its own, and updates what a write makes stale.
import { useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useGetList, useGetOne, type RaRecord } from 'ra-core';
import { useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { referenceOf } from '../document/schema.ts';
import { etagOf, readCounts, type Loaded } from './data-provider.ts';
import { sortOf } from './filter-values.ts';
import type { Performed } from './verbs.ts';

const ALWAYS = { staleTime: 0, refetchOnMount: 'always', retry: false } as const;

/** Fetches a record each time a screen opens it; `fetched` says whether that request has ended. */
export function useRecord(resource: Resource, id: string) {
  const { data, error, fetchStatus, refetch } = useGetOne<Loaded>(resource.name, { id }, ALWAYS);
  const [fetched, setFetched] = useState(false);
  if (!fetched && fetchStatus === 'idle') setFetched(true);
  // Lists leave their rows in the cache, which may be older and have no version.
  return { record: data && '_etag' in data ? data : undefined, error, fetched, refetch };
}

/** The totals of all back-office resources, in one request. */
export const COUNTS = 'counts';
const ONE = { page: 1, perPage: 1 };

/** The total of a resource, for the overview and the navigation. */
export function useTotal(resource: Resource): number | undefined {
  const counted = resource.area === 'backoffice';
  const counts = useQuery({
    queryKey: [COUNTS],
    queryFn: ({ signal }) => readCounts(signal),
    enabled: counted,
    retry: false,
  });
  const params = { pagination: ONE, sort: sortOf(resource) };
  const own = useGetList(resource.name, params, { enabled: !counted, retry: false });
  return counted ? counts.data?.[resource.name] : own.total;
}

/** Queries of a resource that contain no records. */
const WITHOUT_RECORDS = new Set<unknown>(['filter-definitions', 'saved-filters']);
/** Queries of a resource that no change of a record which refers to it makes stale. */
export const TITLES = 'getMany';
type Cached = { queryKey: QueryKey };
export const showsRecords = ({ queryKey: [, what] }: Cached) => !WITHOUT_RECORDS.has(what);

/** Which resources a resource refers to. */
export const referred = (resource: Resource): Set<string> =>
  new Set(Object.values(resource.view.properties ?? {}).flatMap((property) => referenceOf(property)?.resource ?? []));

/** What was written, if it was one record: as the server returned it, or the identifier of a deleted one. */
export interface Written {
  saved?: RaRecord<string>;
  deleted?: string;
}

/**
 * Updates the cache after a write. Refetched now: what shows the resource, and resources that refer to it, because they
 * show its titles, and the totals. Refetched when next opened: the resources that it refers to, and measures.
 */
export function updateCache(
  client: QueryClient,
  resource: Resource,
  resources: Resource[],
  { saved, deleted }: Written = {},
): void {
  const written = saved?.id ?? deleted;
  const ofRecord = [resource.name, 'getOne', ...(written === undefined ? [] : [{ id: written }])];
  if (saved) {
    const record: Loaded = { ...saved, _etag: etagOf(saved) ?? null };
    client.setQueryData(ofRecord, record);
    client.setQueriesData({ queryKey: ofRecord }, record);
    client.setQueriesData<RaRecord<string>[]>({ queryKey: [resource.name, TITLES] }, (all) =>
      all?.map((one) => (one.id === written ? record : one)),
    );
  } else {
    // A screen that still shows the record is about to close; removing an active query would refetch it.
    client.removeQueries({ queryKey: ofRecord, type: 'inactive' });
  }
  const isWritten = ({ queryKey: [of, what, params] }: Cached) =>
    of === resource.name && what === 'getOne' && (params as { id: string }).id === written;
  const showing = new Set([
    resource.name,
    ...resources.filter((one) => referred(one).has(resource.name)).map((one) => one.name),
  ]);
  const shown = referred(resource).add('analytics');
  // Once react-admin's hook has put what it wrote into its lists, which then count as fresh.
  setTimeout(() => {
    // After a deletion the hook has begun to refetch its lists.
    const options = { cancelRefetch: deleted === undefined };
    const predicate = (query: Cached) =>
      query.queryKey[0] === COUNTS ||
      (showing.has(String(query.queryKey[0])) && showsRecords(query) && !isWritten(query));
    void client.invalidateQueries({ predicate }, options);
    void client.invalidateQueries({
      predicate: ({ queryKey: [of, what] }) =>
        shown.has(String(of)) && !showing.has(String(of)) && !WITHOUT_RECORDS.has(what) && what !== TITLES,
      refetchType: 'none',
    });
  });
}

/** The updates after writes that are no method of the data provider: verbs, restores, imports. */
export interface RecordCache {
  /** Stores a record as the server returned it. */
  saved: (record: RaRecord<string>) => void;
  /** Updates after it was found to be deleted. */
  deleted: (id: string) => void;
  /** Updates after a change of many records. */
  many: () => void;
  /** Updates after a verb, which may have changed more than its record. */
  performed: (performed: Performed) => void;
  /** Invalidates every query with records; each is refetched when it is next opened. */
  invalidateAll: () => void;
  /** Refetches everything with records: an undo may have changed any resource. */
  any: () => void;
  /** Refetches the records of this resource after the server reported another version than the one shown. */
  refetch: () => void;
}

export function useRecordCache(resource: Resource): RecordCache {
  const client = useQueryClient();
  const resources = useResources();
  return useMemo(() => {
    const update = (written?: Written) => updateCache(client, resource, resources, written);
    const invalidateAll = () => void client.invalidateQueries({ predicate: showsRecords, refetchType: 'none' });
    const refetch = () => void client.invalidateQueries({ queryKey: [resource.name] });
    return {
      saved: (saved) => update({ saved }),
      deleted: (deleted) => update({ deleted }),
      many: () => update(),
      performed({ record }) {
        invalidateAll();
        if (record) update({ saved: record });
        else {
          refetch();
          update();
        }
      },
      invalidateAll,
      any: () => void client.invalidateQueries({ predicate: showsRecords }),
      refetch,
    };
  }, [client, resource, resources]);
}
