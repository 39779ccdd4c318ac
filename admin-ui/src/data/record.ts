// A record on the screen: reading it with its version, and telling every list when it changed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '../document/resources.ts';
import { records, type Loaded } from './data-provider.ts';

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

/** The total of a resource, for the overview and the navigation. */
export function useTotal(resource: Resource) {
  return useQuery({
    queryKey: [resource.name, 'total'],
    queryFn: async ({ signal }) =>
      (await records.list(resource, { page: 1, limit: 1, search: '', sort: undefined }, signal)).total,
    retry: false,
  });
}

/** What shows records and so may be out of date when one changes; a record itself is told apart. */
const KEPT = new Set<unknown>(['record', 'filter-definitions', 'saved-filters']);
const showsRecords = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !KEPT.has(queryKey[1]) };

export interface Told {
  /** A record was created or changed: this is what the server answered. */
  saved: (loaded: Loaded) => void;
  deleted: (id: string) => void;
  /** Many were changed or deleted at once. */
  many: () => void;
  /** The server knows otherwise than what is shown: the records of this resource are asked for again. */
  doubted: () => void;
}

/** Keeps what was read in step with what was written, also where other resources show this one's name. */
export function useTell(resource: Resource): Told {
  const client = useQueryClient();
  const saved = useCallback(
    (loaded: Loaded) => {
      client.setQueryData(key(resource, loaded.record.id), loaded);
      void client.invalidateQueries(showsRecords);
    },
    [client, resource],
  );
  const deleted = useCallback(
    (id: string) => {
      // A screen that still shows it is on its way out: taken from under it, it would ask for it again.
      client.removeQueries({ queryKey: key(resource, id), type: 'inactive' });
      void client.invalidateQueries(showsRecords);
    },
    [client, resource],
  );
  const many = useCallback(() => {
    client.removeQueries({ queryKey: [resource.name, 'record'], type: 'inactive' });
    void client.invalidateQueries(showsRecords);
  }, [client, resource]);
  const doubted = useCallback(() => void client.invalidateQueries({ queryKey: [resource.name] }), [client, resource]);
  return { saved, deleted, many, doubted };
}
