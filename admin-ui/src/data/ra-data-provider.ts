// react-admin's data provider: its nine methods mapped to the operations of the document, for our own screens and for
// the hooks and components of modules.
import type { DataProvider, Identifier, RaRecord, SortPayload } from 'ra-core';
import { idOf, type Resource } from '../document/resources.ts';
import { referenceWithin } from '../document/schema.ts';
import { isObject, mergePatch, type Values } from './changes.ts';
import { etagOf, records, type ListQuery } from './data-provider.ts';
import { isId } from './filter-definition.ts';
import type { FilterGroup } from './filter-group.ts';
import { fieldOf, searchOf, type FilterValues } from './filter-values.ts';
import { asHttpError } from './problems.ts';
import type { Written } from './record.ts';

/** Maximum number of identifiers in one list request. */
const MOST_IDS = 100;

/** Calls `written` after records of a resource were created, changed or deleted, with the one if it was one. */
export function dataProviderOf(
  resources: Resource[],
  written: (resource: Resource, what?: Written) => void,
): DataProvider {
  const named = (name: string): Resource => {
    const found = resources.find((resource) => resource.name === name);
    if (!found) throw new Error(`The document describes no resource named ${name}.`);
    return found;
  };
  const save = async (resource: Resource, request: Promise<RaRecord<string>>) => {
    const saved = await request;
    written(resource, { saved });
    return { data: saved };
  };

  const provider = {
    getList: (name, params) => listed(named(name), queryOf(named(name), params), params.signal),
    getOne: async (name, { id, signal }) => ({ data: await records.view(named(name), String(id), signal) }),
    // Not aborted by `signal`: the hooks that share a request would all lose it with one of them.
    getMany: async (name, { ids }) => ({ data: await byIdentifiers(named(name), ids) }),
    async getManyReference(name, { target, id, filter, ...params }) {
      const resource = named(name);
      const query = queryOf(resource, { ...params, filter: { ...filter, [target]: id } });
      return listed(resource, query, params.signal);
    },
    async create(name, { data, meta }) {
      const resource = named(name);
      return save(
        resource,
        records.create(resource, free(resource, data as Values), meta?.idempotencyKey as string | undefined),
      );
    },
    async update(name, { id, data, previousData, meta }) {
      const resource = named(name);
      const changes = changesOf(resource, previousData as Values | undefined, data as Values);
      if (previousData && Object.keys(changes).length === 0) return { data: previousData };
      return save(resource, records.update(resource, String(id), changes, versionOf(meta, previousData)));
    },
    async updateMany(name, { ids, data }) {
      const resource = named(name);
      await records.updateMany(resource, ids.map(String), changesOf(resource, undefined, data));
      written(resource);
      return { data: ids };
    },
    async delete(name, { id, previousData, meta }) {
      const resource = named(name);
      const removed = await records.remove(resource, String(id), versionOf(meta, previousData));
      written(resource, { deleted: String(id) });
      return { data: previousData ?? removed };
    },
    async deleteMany(name, { ids, meta }) {
      const resource = named(name);
      await records.removeMany(resource, ids.map(String), meta?.idempotencyKey as string | undefined);
      written(resource);
      return { data: ids };
    },
  } as DataProvider;

  const methods = Object.entries(provider).map(([name, method]) => [name, withHttpErrors(method)]);
  return { ...(Object.fromEntries(methods) as DataProvider), supportAbortSignal: true };
}

/** A new record's values without those that the user may not set, which a form shows all the same. */
const free = ({ input }: Resource, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !input?.properties?.[field]?.readOnly));

/** The version to be changed or deleted: the one that is passed, or that was read. */
const versionOf = (meta: Values | undefined, read: Values | undefined): string | undefined =>
  (meta?.['etag'] as string | undefined) ?? etagOf(read);

type Method = (...args: unknown[]) => Promise<unknown>;

const withHttpErrors =
  (method: Method): Method =>
  async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      throw asHttpError(error);
    }
  };

/** Reads more records than one request may return, page by page: an export requests a thousand at a time. */
async function listed(resource: Resource, query: ListQuery, signal: AbortSignal | undefined) {
  if (query.perPage <= MOST_IDS) {
    const { items, total } = await records.list(resource, query, signal);
    return { data: items, total };
  }
  const start = (query.page - 1) * query.perPage;
  const end = start + query.perPage;
  const first = Math.floor(start / MOST_IDS);
  const found = [];
  let total = end;
  for (let page = first; page * MOST_IDS < Math.min(end, total); page += 1) {
    // The first page has the total.
    // oxlint-disable-next-line no-await-in-loop
    const read = await records.list(resource, { ...query, page: page + 1, perPage: MOST_IDS }, signal);
    total = read.total;
    found.push(...read.items);
  }
  return { data: found.slice(start - first * MOST_IDS, end - first * MOST_IDS), total };
}

/** In as few requests as possible. Identifiers without a record are left out, as react-admin expects. */
async function byIdentifiers(resource: Resource, ids: Identifier[]) {
  const distinct = [...new Set(ids.map(String))].filter(isId);
  const pages = Array.from({ length: Math.ceil(distinct.length / MOST_IDS) }, (_, page) => {
    const value = distinct.slice(page * MOST_IDS, (page + 1) * MOST_IDS);
    const filters: FilterGroup = {
      operator: 'AND',
      conditions: [{ field: resource.idField, operator: 'in', value }],
    };
    return records.list(resource, { page: 1, perPage: MOST_IDS, search: '', sort: undefined, filters });
  });
  return (await Promise.all(pages)).flatMap(({ items }) => items);
}

interface Listing {
  pagination?: { page: number; perPage: number };
  sort?: SortPayload;
  filter?: FilterValues;
}

/** Maps react-admin's list parameters. */
function queryOf(resource: Resource, { pagination, sort, filter = {} }: Listing): ListQuery {
  return {
    page: pagination?.page ?? 1,
    perPage: pagination?.perPage ?? 20,
    ...searchOf(resource, filter),
    sort: sort && { field: fieldOf(resource, sort.field), order: sort.order },
  };
}

/**
 * The patch of a record: the fields that differ from the previous data, without read-only ones. A reference is sent as
 * its identifier. Unknown fields are sent as they are, so that the server reports them.
 */
function changesOf(resource: Resource, before: Values | undefined, after: Values): Values {
  const patched = Object.entries(resource.patch?.properties ?? {});
  const written = Object.fromEntries(patched.filter(([, schema]) => !schema.readOnly));
  const read = resource.view.properties ?? {};
  const changed = before ? mergePatch(before, { ...before, ...after }) : after;
  return Object.fromEntries(
    Object.entries(changed).flatMap(([field, value]): [string, unknown][] => {
      const within = written[field] && referenceWithin(written[field]);
      if (within && isObject(value)) return [[field, { [within.key]: value[within.key] ?? idOf(value) }]];
      if (field in written) return [[field, value]];
      const [own] = Object.entries(written).find(([, schema]) => schema['x-reference']?.view === field) ?? [];
      if (own !== undefined) return own in changed ? [] : [[own, isObject(value) ? idOf(value) : value]];
      return field === 'id' || field === '_etag' || field in read ? [] : [[field, value]];
    }),
  );
}
