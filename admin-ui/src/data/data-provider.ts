// The one way to records: turns what a screen asks into the operations that the document describes.
// A record keeps the server's own fields and gets `id`, which react-admin knows it by.
import type { Operation } from '@mizan/openapi/document';
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { Action, Resource } from '../document/resources.ts';

export interface Loaded {
  record: RaRecord<string>;
  /** Which version was read; sent back as If-Match. */
  etag: string | undefined;
}

export interface Page {
  items: RaRecord<string>[];
  total: number;
}

export interface ListQuery {
  page: number;
  limit: number;
  search: string;
  sort: { field: string; direction: 'asc' | 'desc' } | undefined;
}

type Values = Record<string, unknown>;

/** Calls the server. A refusal is thrown as the problem that the server told. */
export interface Records {
  list: (resource: Resource, query: ListQuery, signal?: AbortSignal) => Promise<Page>;
  view: (resource: Resource, id: string, signal?: AbortSignal) => Promise<Loaded>;
  create: (resource: Resource, values: Values) => Promise<Loaded>;
  update: (resource: Resource, id: string, changes: Values, etag: string | undefined) => Promise<Loaded>;
  remove: (resource: Resource, id: string, etag: string | undefined) => Promise<void>;
}

function served(resource: Resource, action: Action): Operation {
  const operation = resource.operations[action];
  if (!operation) throw new Error(`${resource.label} do not offer ${action}.`);
  return operation;
}

async function call(operation: Operation, id: string | undefined, search: URLSearchParams | undefined, init: RequestInit) {
  const path = operation.path.replace(/\{[^}]+\}/, encodeURIComponent(id ?? ''));
  const query = search?.toString();
  const response = await authorizedFetch(query ? `${path}?${query}` : path, {
    ...init,
    method: operation.method.toUpperCase(),
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

const json = (values: Values, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(values),
  headers: { 'Content-Type': 'application/json', ...headers },
});

const ifMatch = (etag: string | undefined): Record<string, string> => (etag ? { 'If-Match': etag } : {});

const withId = (resource: Resource, record: Values): RaRecord<string> => ({
  ...record,
  id: String(record[resource.idField]),
});

async function loaded(resource: Resource, response: Response): Promise<Loaded> {
  return {
    record: withId(resource, (await response.json()) as Values),
    etag: response.headers.get('ETag') ?? undefined,
  };
}

export const records: Records = {
  async list(resource, query, signal) {
    const search = new URLSearchParams({ page: String(query.page), limit: String(query.limit) });
    if (query.search) search.set('search', query.search);
    if (query.sort) search.set('sort', `${query.sort.field}:${query.sort.direction}`);
    const response = await call(served(resource, 'list'), undefined, search, { signal: signal ?? null });
    const page = (await response.json()) as { items: Values[]; total: number };
    return { items: page.items.map((item) => withId(resource, item)), total: page.total };
  },
  async view(resource, id, signal) {
    return loaded(resource, await call(served(resource, 'view'), id, undefined, { signal: signal ?? null }));
  },
  async create(resource, values) {
    return loaded(resource, await call(served(resource, 'create'), undefined, undefined, json(values)));
  },
  async update(resource, id, changes, etag) {
    return loaded(resource, await call(served(resource, 'update'), id, undefined, json(changes, ifMatch(etag))));
  },
  async remove(resource, id, etag) {
    await call(served(resource, 'delete'), id, undefined, { headers: ifMatch(etag) });
  },
};

/** The same for react-admin's own hooks. Screens that need versions of records use `records`. */
export function dataProviderOf(resources: Resource[]): DataProvider {
  const named = (name: string): Resource => {
    const found = resources.find((resource) => resource.name === name);
    if (!found) throw new Error(`The document describes no resource named ${name}.`);
    return found;
  };
  const one = async (name: string, id: Identifier) => (await records.view(named(name), String(id))).record;
  const provider = {
    async getList(name, { pagination, sort, filter, signal }) {
      const query: ListQuery = {
        page: pagination?.page ?? 1,
        limit: pagination?.perPage ?? 20,
        search: typeof filter?.q === 'string' ? filter.q : '',
        sort: sort ? { field: sort.field, direction: sort.order === 'DESC' ? 'desc' : 'asc' } : undefined,
      };
      const page = await records.list(named(name), query, signal);
      return { data: page.items, total: page.total };
    },
    getOne: async (name, { id }) => ({ data: await one(name, id) }),
    getMany: async (name, { ids }) => ({ data: await Promise.all(ids.map((id) => one(name, id))) }),
    getManyReference: () => Promise.reject(new Error('Lists by reference are asked through filters.')),
    create: async (name, { data }) => ({ data: (await records.create(named(name), data as Values)).record }),
    update: async (name, { id, data, meta }) => ({
      data: (await records.update(named(name), String(id), data as Values, meta?.etag)).record,
    }),
    updateMany: () => Promise.reject(new Error('Changing many records at once is not offered yet.')),
    async delete(name, { id, previousData, meta }) {
      await records.remove(named(name), String(id), meta?.etag);
      return { data: previousData ?? { id } };
    },
    deleteMany: () => Promise.reject(new Error('Deleting many records at once is not offered yet.')),
  } as DataProvider;
  return provider;
}
