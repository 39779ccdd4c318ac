// The data access of all screens: maps queries and writes to the operations of the OpenAPI document. A record has the
// server's fields and an `id`, which react-admin requires.
import type { Operation } from '@mizan/openapi/document';
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { IDEMPOTENCY_KEY } from '@mizan/ui-kit/intent';
import type { RaRecord, SortPayload } from 'ra-core';
import type { Action, Resource } from '../document/resources.ts';
import { api } from '../paths.ts';
import type { Values } from './changes.ts';
import type { ExportQuery } from './export-query.ts';
import type { FilterDefinition } from './filter-definition.ts';
import { writeFilters, type FilterGroup } from './filter-group.ts';
import { Proposed } from './proposed.ts';

/** A record that was read or written on its own, with the ETag of its version. Rows of a list have none. */
export type Loaded = RaRecord<string> & { _etag: string | null };

/** The version of a record, sent back as If-Match. */
export const etagOf = (record: Values | undefined): string | undefined =>
  (record?.['_etag'] as string | null | undefined) ?? undefined;

/** How many records a bulk change changes. */
export interface Updated {
  updated: number;
  unchanged: number;
}

export interface Page {
  items: RaRecord<string>[];
  total: number;
}

/** The filter and order of a list, without the page. */
export interface ListFilter {
  search: string;
  filters?: FilterGroup | null;
  sort: SortPayload | undefined;
}

export interface ListQuery extends ListFilter {
  page: number;
  perPage: number;
}

/** The change of one record among many; `was` has the values of the same fields as they were read. */
export interface RowChange {
  _id: string;
  was: Values;
  update: Values;
}

/** All records that a search and filters match. */
export interface Where {
  search?: string;
  filters?: FilterGroup;
}

/** The records of a bulk request: their identifiers, or all that a list shows. */
export type Which = string[] | Where;

export const whereOf = ({ search, filters }: Pick<ListFilter, 'search' | 'filters'>): Where => ({
  ...(search && { search }),
  ...(filters && { filters }),
});

/**
 * Sends a request. A rejection is thrown as the server's problem document, and as `Proposed` what is only proposed. `key` is the idempotency key of an `Intent`.
 */
export interface Records {
  list: (resource: Resource, query: ListQuery, signal?: AbortSignal) => Promise<Page>;
  view: (resource: Resource, id: string, signal?: AbortSignal) => Promise<Loaded>;
  create: (resource: Resource, values: Values, key?: string) => Promise<Loaded>;
  update: (resource: Resource, id: string, changes: Values, etag: string | undefined) => Promise<Loaded>;
  remove: (resource: Resource, id: string, etag: string | undefined) => Promise<{ id: string }>;
  /** All or none of them. `dryRun` answers the same and changes nothing. */
  updateMany: (resource: Resource, which: Which, changes: Values, dryRun?: boolean) => Promise<Updated>;
  /** A change of its own for each record: all or none of them, and none when one was changed meanwhile. */
  updateRows: (resource: Resource, changes: RowChange[]) => Promise<Updated>;
  removeMany: (resource: Resource, which: Which, key?: string, dryRun?: boolean) => Promise<{ deleted: number }>;
  /** Exports all matching records as a file, which `read` reads from its address, if that is given. */
  export: (
    resource: Resource,
    filter: ListFilter,
    query: ExportQuery,
    read?: (path: string) => Promise<Blob>,
  ) => Promise<Blob>;
}

function served(resource: Resource, action: Action): Operation {
  const operation = resource.operations[action];
  if (!operation) throw new Error(`${resource.label} do not offer ${action}.`);
  return operation;
}

async function request(
  operation: Operation,
  id: string | undefined,
  search: URLSearchParams | undefined,
  init: RequestInit,
) {
  const path = operation.path.replace(/\{[^}]+\}/, encodeURIComponent(id ?? ''));
  const query = search?.toString();
  const response = await authorizedFetch(query ? `${path}?${query}` : path, {
    ...init,
    method: operation.method.toUpperCase(),
  });
  if (!response.ok) throw await problemOf(response);
  if (response.status === ACCEPTED) throw new Proposed(String(((await response.json()) as Values)['_id']));
  return response;
}

/** The status of a change that was made a proposal. */
const ACCEPTED = 202;

const json = (values: Values, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(values),
  headers: { 'Content-Type': 'application/json', ...headers },
});

/** The If-Match header of a version. */
export const ifMatch = (etag: string | undefined): Record<string, string> => (etag ? { 'If-Match': etag } : {});

/** The Idempotency-Key header; without a key the client generates one for each request. */
export const keyed = (key: string | undefined): Record<string, string> => (key ? { [IDEMPOTENCY_KEY]: key } : {});

const withId = (resource: Resource, record: Values): RaRecord<string> => ({
  ...record,
  id: String(record[resource.idField]),
});

const requests = new WeakMap<object, string>();

/** The identifier of the request that an answer was returned by, if it wrote something. */
export const requestOf = (answer: object): string | undefined => requests.get(answer);

/** Notes the request of an answer, by which what it wrote can be undone. */
export function answered<Answer extends object>({ headers }: Response, answer: Answer): Answer {
  const id = headers.get('X-Request-Id');
  if (id) requests.set(answer, id);
  return answer;
}

/** The record of a response. */
export const loadedFrom = async (resource: Resource, response: Response): Promise<Loaded> =>
  answered(response, {
    ...withId(resource, (await response.json()) as Values),
    _etag: response.headers.get('ETag'),
  });

const listParams = ({ search, filters, sort }: ListFilter, more: Record<string, string>): URLSearchParams => {
  const out = new URLSearchParams(more);
  if (search) out.set('search', search);
  if (filters) out.set('filters', writeFilters(filters));
  if (sort) out.set('sort', `${sort.field}:${sort.order.toLowerCase()}`);
  return out;
};

/** The part of a bulk request's body that selects the records. */
export const selecting = (resource: Resource, which: Which): Values => {
  if (!Array.isArray(which)) return { where: which };
  if (!resource.idsField) throw new Error(`${resource.label} are not changed many at once.`);
  return { [resource.idsField]: which };
};

const dry = (dryRun: boolean): URLSearchParams => new URLSearchParams(dryRun ? { dryRun: 'true' } : {});

export const records: Records = {
  async list(resource, query, signal) {
    const search = listParams(query, { page: String(query.page), limit: String(query.perPage) });
    const response = await request(served(resource, 'list'), undefined, search, { signal: signal ?? null });
    const page = (await response.json()) as { items: Values[]; total: number };
    return { items: page.items.map((item) => withId(resource, item)), total: page.total };
  },
  async view(resource, id, signal) {
    return loadedFrom(resource, await request(served(resource, 'view'), id, undefined, { signal: signal ?? null }));
  },
  async create(resource, values, key) {
    const init = json(values, keyed(key));
    return loadedFrom(resource, await request(served(resource, 'create'), undefined, undefined, init));
  },
  async update(resource, id, changes, etag) {
    return loadedFrom(resource, await request(served(resource, 'update'), id, undefined, json(changes, ifMatch(etag))));
  },
  async remove(resource, id, etag) {
    return answered(await request(served(resource, 'delete'), id, undefined, { headers: ifMatch(etag) }), { id });
  },
  async updateMany(resource, which, changes, dryRun = false) {
    const body = json({ ...selecting(resource, which), update: changes });
    const response = await request(served(resource, 'bulkUpdate'), undefined, dry(dryRun), body);
    return answered(response, (await response.json()) as Updated);
  },
  async updateRows(resource, changes) {
    const response = await request(served(resource, 'bulkUpdate'), undefined, undefined, json({ changes }));
    return (await response.json()) as Updated;
  },
  async removeMany(resource, which, key, dryRun = false) {
    const body = json(selecting(resource, which), keyed(key));
    const response = await request(served(resource, 'bulkDelete'), undefined, dry(dryRun), body);
    return answered(response, (await response.json()) as { deleted: number });
  },
  async export(resource, filter, query, read) {
    const operation = served(resource, 'export');
    const search = listParams(filter, query);
    return read ? read(`${operation.path}?${search}`) : (await request(operation, undefined, search, {})).blob();
  },
};

/** The totals of the resources that the user may read, by name. */
export async function readCounts(signal?: AbortSignal): Promise<Record<string, number>> {
  const response = await authorizedFetch(api.counts, { signal: signal ?? null });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Record<string, number>;
}

/** The filter definitions of a list. */
export async function filterDefinitions(resource: Resource, signal?: AbortSignal): Promise<FilterDefinition[]> {
  const response = await request(served(resource, 'filters'), undefined, undefined, { signal: signal ?? null });
  const definitions = (await response.json()) as FilterDefinition[];
  return definitions.map((one) => ({ ...one, options: one.options ?? [] }));
}
