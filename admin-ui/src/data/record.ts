// A record on the screen: reading it with its version, and telling every list when it changed.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RaRecord } from 'react-admin';
import { useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { referenceOf } from '../document/schema.ts';
import { readCounts, records, type Loaded } from './data-provider.ts';
import type { Performed } from './verbs.ts';

const key = (resource: Resource, id: string) => [resource.name, 'record', id];

/** Reads a record each time a screen opens it: what is edited must be the latest version. */
export function useRecord(resource: Resource, id: string) {
  return useQuery({
    queryKey: key(resource, id),
    queryFn: ({ signal }) => records.view(resource, id, signal),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });
}

/** Which version of a record this is, where that is known: of the very record that was read by itself, not of a row. */
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

/** How many records there are of each resource of the back-office, in one request for all of them. */
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

/** What a save does not make stale: a record that is shown is told apart, the others have nothing of records in them. */
const NOT_STALE = new Set<unknown>(['record', 'filter-definitions', 'saved-filters']);
type Shown = { queryKey: readonly unknown[] };
const showsRecords = { predicate: ({ queryKey }: Shown) => !NOT_STALE.has(queryKey[1]) };

/** Which resources a resource refers to. */
const referred = (resource: Resource): Set<string> =>
  new Set(Object.values(resource.view.properties ?? {}).flatMap((property) => referenceOf(property)?.resource ?? []));

/**
 * What a change of a resource's records makes stale. Asked for again at once: what shows them, in lists of their own and
 * of those that refer to them, which show their titles, and the totals. Asked for when it is next opened: lists of those
 * that they refer to, and figures.
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
        shown.has(String(of)) && !showing.has(String(of)) && !NOT_STALE.has(what),
    },
  };
}

/** Has what a change of a resource's records makes stale asked for again. */
function invalidateChanged(client: QueryClient, resource: Resource, resources: Resource[]): void {
  const { now, later } = staleBy(resource, resources);
  void client.invalidateQueries(now);
  void client.invalidateQueries({ ...later, refetchType: 'none' });
}

/** The same for what was changed through the data provider, which does not know the records on the screen. */
export function invalidateWritten(client: QueryClient, resource: Resource, resources: Resource[]): void {
  invalidateChanged(client, resource, resources);
  void client.invalidateQueries({ queryKey: [resource.name, 'record'] });
}

export interface RecordCache {
  /** A record was created or changed: this is what the server answered. */
  saved: (loaded: Loaded) => void;
  deleted: (id: string) => void;
  /** Many were changed or deleted at once. */
  many: () => void;
  /** Something was done with a record by a verb, which may have changed more than that record. */
  performed: (performed: Performed) => void;
  /** More than records of this resource may have been changed on the way: all is asked for again when it is next opened. */
  invalidateAll: () => void;
  /** The server knows otherwise than what is shown: the records of this resource are asked for again. */
  refetch: () => void;
}

/** Keeps what was read in step with what was written, also where other resources show this one's name. */
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
      // A screen that still shows it is on its way out: taken from under it, it would ask for it again.
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
