// Search for records of another resource, and titles of records that are known by identifier.
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useMay, useResources } from '../document/context.tsx';
import { hintOf, idOf, isWhole, titleOf, type Column, type Resource } from '../document/resources.ts';
import { referenceOf } from '../document/schema.ts';
import { isObject } from './changes.ts';
import { records } from './data-provider.ts';

const PAUSE = 200;
/** Number of options, as specified of the unit form; a search finds the others. */
const OFFERED = 100;
/** Maximum number of titles per request. */
const MOST = 100;

export interface Option {
  id: string;
  title: string;
  /** Distinguishes it from records with a similar title. */
  hint?: string;
}

export interface Options {
  options: Option[];
  /** The total, of which these are the first. */
  total: number;
  /** The search that these are the result of; newer input is still pending. */
  search: string;
}

/** Fetches the records that contain all typed words while `enabled`. */
export function useOptions(target: Resource | undefined, typed: string, enabled: boolean) {
  const search = useSettled(typed.trim());
  return useQuery({
    queryKey: [target?.name, 'options', search],
    enabled: enabled && target !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<Options> => {
      const resource = target as Resource;
      const query = { page: 1, limit: OFFERED, search, sort: resource.defaultSort } as const;
      const { items, total } = await records.list(resource, query, signal);
      return { options: items.map((item) => optionOf(resource, item)), total, search };
    },
  });
}

export const optionOf = (resource: Resource, record: RaRecord<string>): Option => ({
  id: record.id,
  title: titleOf(resource, record),
  hint: hintOf(resource, record),
});

export const titleKey = (target: string | undefined, id: string | undefined) => [target, 'title', id];

/** Fetches the title of a record. Requests of the same tick for one resource share one HTTP request. */
export const titleQuery = (target: Resource | undefined, id: string | undefined) =>
  queryOptions({
    queryKey: titleKey(target?.name, id),
    retry: false,
    // A missing record is not requested again by each cell that refers to it.
    retryOnMount: false,
    queryFn: () => loadTitle(target as Resource, id as string),
  });

interface Waiting {
  id: string;
  resolve: (title: string) => void;
  reject: (error: unknown) => void;
}

const waiting = new Map<Resource, Waiting[]>();

function loadTitle(resource: Resource, id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const others = waiting.get(resource);
    if (others) {
      others.push({ id, resolve, reject });
      return;
    }
    waiting.set(resource, [{ id, resolve, reject }]);
    setTimeout(() => {
      const batch = waiting.get(resource) ?? [];
      waiting.delete(resource);
      for (let at = 0; at < batch.length; at += MOST) void answer(resource, batch.slice(at, at + MOST));
    });
  });
}

async function answer(resource: Resource, batch: Waiting[]): Promise<void> {
  try {
    const titles = await titlesOf(
      resource,
      batch.map(({ id }) => id),
    );
    for (const { id, resolve, reject } of batch) {
      const title = titles.get(id);
      if (title === undefined) reject(new Error(`There is no ${resource.noun} ${id}.`));
      else resolve(title);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

async function titlesOf(resource: Resource, ids: string[]): Promise<Map<string, string>> {
  const [only = ''] = ids;
  if (ids.length === 1 && resource.operations.view)
    return new Map([[only, titleOf(resource, (await records.view(resource, only)).record)]]);
  const { items } = await records.list(resource, {
    page: 1,
    limit: MOST,
    search: '',
    sort: undefined,
    filters: { operator: 'AND', conditions: [{ field: resource.idField, operator: 'in', value: ids }] },
  });
  return new Map(items.map((item) => [item.id, titleOf(resource, item)]));
}

/** The title of the chosen record, from the cache or fetched; undefined until it is loaded. */
export function useTitle(
  target: Resource | undefined,
  id: string | undefined,
  known: string | undefined,
): string | undefined {
  const batch = useQuery({
    ...titleQuery(target, id),
    enabled: known === undefined && id !== undefined && target?.operations.view !== undefined,
  });
  return known ?? batch.data ?? (batch.isError ? id : undefined);
}

/**
 * The rows of a list once the titles of their references are loaded; until then the former rows, because titles that
 * arrive later would move the columns.
 */
export function useNamed(columns: Column[], rows: RaRecord<string>[] | undefined): RaRecord<string>[] | undefined {
  const resources = useResources();
  const may = useMay();
  const unknown = useMemo(() => {
    const found = new Map<string, { target: Resource; id: string }>();
    for (const { field, schema } of columns) {
      const target = resources.find(({ name }) => name === referenceOf(schema)?.resource);
      if (!target || !may(target, 'list')) continue;
      for (const value of (rows ?? []).flatMap((row) => row[field])) {
        const id = unnamed(value, target);
        if (id) found.set(`${target.name} ${id}`, { target, id });
      }
    }
    return [...found.values()];
  }, [columns, rows, resources, may]);
  const pending = useQueries({
    queries: unknown.map(({ target, id }) => titleQuery(target, id)),
    combine: (answers) => answers.some(({ isPending }) => isPending),
  });
  const [named, setNamed] = useState(pending ? undefined : rows);
  if (!pending && named !== rows) setNamed(rows);
  return pending ? named : rows;
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
