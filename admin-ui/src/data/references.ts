// Search for records of another resource, and titles of records that are known by identifier.
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useDataProvider, useGetList, useGetManyAggregate, type RaRecord } from 'ra-core';
import { useMay, useResources } from '../document/context.tsx';
import { hintOf, idOf, isWhole, titleOf, type Column, type Resource } from '../document/resources.ts';
import { referenceOf } from '../document/schema.ts';
import { isObject } from './changes.ts';
import { sortOf } from './filter-values.ts';

const PAUSE = 200;
/** As many options as specified of the unit form; a search finds the others. */
const OFFERED = { page: 1, perPage: 100 };
const NONE: string[] = [];

export interface Option {
  id: string;
  title: string;
  /** Distinguishes it from records with a similar title. */
  hint?: string;
}

/** Fetches the records that contain all typed words while `enabled`; `total` is the number of all of them. */
export function useOptions(target: Resource | undefined, typed: string, enabled: boolean) {
  const search = useSettled(typed.trim());
  const params = { pagination: OFFERED, ...(target && { sort: sortOf(target) }), filter: search ? { q: search } : {} };
  const { data, total, isError, isFetching, isLoading, isPlaceholderData } = useGetList<RaRecord<string>>(
    target?.name ?? '',
    params,
    { enabled: enabled && target !== undefined, placeholderData: keepPreviousData, retry: false },
  );
  const options = useMemo(() => target && data?.map((record) => optionOf(target, record)), [target, data]);
  // Newer input is still pending while it is not.
  const answered = options !== undefined && !isPlaceholderData && !isFetching && !isError && search === typed.trim();
  return { options, total, answered, isError, isFetching, isLoading };
}

export const optionOf = (resource: Resource, record: RaRecord<string>): Option => ({
  id: record.id,
  title: titleOf(resource, record),
  hint: hintOf(resource, record),
});

/**
 * The titles of records; all that are wanted in the same moment share one request. `enabled: false` takes them from the
 * cache alone.
 */
export function useTitles(target: Resource | undefined, ids: string[], enabled = true) {
  const { data, isLoading, isFetched } = useGetManyAggregate<RaRecord<string>>(
    target?.name ?? '',
    { ids },
    { enabled: enabled && ids.length > 0 && target?.operations.list !== undefined },
  );
  const titles = useMemo(
    () => new Map(target && data?.map((record) => [record.id, titleOf(target, record)])),
    [target, data],
  );
  return { titles, isLoading, isFetched };
}

/** The title of a record; its identifier if there is no such record, and undefined until that is known. */
export function useTitle(target: Resource | undefined, id: string | undefined): string | undefined {
  const ids = useMemo(() => (id === undefined ? NONE : [id]), [id]);
  const { titles, isFetched } = useTitles(target, ids);
  return id === undefined ? undefined : (titles.get(id) ?? (isFetched ? id : undefined));
}

/** Records by the resource that they are of. */
export interface Referred {
  target: Resource;
  ids: string[];
}

/** The titles of records of several resources, in one request for each. */
export function useTitlesOf(referred: Referred[]) {
  const dataProvider = useDataProvider();
  const may = useMay();
  return useQueries({
    queries: referred.map(({ target, ids }) => ({
      queryKey: manyKey(target, ids),
      queryFn: async () => (await dataProvider.getMany<RaRecord<string>>(target.name, { ids })).data,
      enabled: may(target, 'view'),
      retry: false,
    })),
    combine: (answers) => ({
      pending: answers.some(({ isLoading }) => isLoading),
      names: Object.fromEntries(
        answers.flatMap(({ data = [] }, at) =>
          data.map((record) => [record.id, titleOf(referred[at]?.target as Resource, record)]),
        ),
      ),
    }),
  });
}

/** The key of react-admin's `useGetMany`. */
const manyKey = ({ name }: Resource, ids: string[]) => [name, 'getMany', { ids }];

/**
 * The rows of a list once the titles of their references are loaded, until then the former rows, and what is still to be
 * loaded.
 */
export function useNamed(
  columns: Column[],
  rows: RaRecord<string>[] | undefined,
): { rows: RaRecord<string>[] | undefined; missing: Referred[] } {
  const client = useQueryClient();
  const resources = useResources();
  const may = useMay();
  const missing = useMemo(() => {
    const found = new Map<string, { target: Resource; ids: Set<string> }>();
    for (const { field, schema } of columns) {
      const target = resources.find(({ name }) => name === referenceOf(schema)?.resource);
      if (!target || !may(target, 'list')) continue;
      const ids = found.get(target.name)?.ids ?? new Set<string>();
      for (const value of (rows ?? []).flatMap((row) => row[field])) {
        const id = unnamed(value, target);
        if (id && client.getQueryData(manyKey(target, [id])) === undefined) ids.add(id);
      }
      if (ids.size > 0) found.set(target.name, { target, ids });
    }
    return [...found.values()].map(({ target, ids }) => ({ target, ids: [...ids] }));
  }, [client, columns, rows, resources, may]);
  // Another component loads them, together with the cells.
  const pending = useQueries({
    queries: missing.map(({ target, ids }) => ({ queryKey: manyKey(target, ids), enabled: false })),
    combine: (answers) => answers.some(({ isPending }) => isPending),
  });
  const [named, setNamed] = useState(pending ? undefined : rows);
  if (!pending && named !== rows) setNamed(rows);
  return { rows: pending ? named : rows, missing };
}

/** The identifier of a reference whose title must be fetched. */
export function unnamed(value: unknown, target: Resource): string | undefined {
  if (typeof value === 'string') return value || undefined;
  return isObject(value) && !isWhole(value, target.titleTemplate) ? idOf(value) || undefined : undefined;
}

/** Debounces a value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
