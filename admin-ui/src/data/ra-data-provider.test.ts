// The nine methods of react-admin's data provider, as its documentation has them, over the product's own document.
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { http, HttpResponse } from 'msw';
import { HttpError } from 'ra-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { beServed, page, refusal, server } from '../app.fixture.tsx';
import { readResources, type Resource } from '../document/resources.ts';
import { dataProviderOf } from './ra-data-provider.ts';
import type { Written } from './record.ts';

const UNITS = '/api/backoffice/units';
const id = (number: number): string => number.toString(16).padStart(24, '0');
const unit = (number: number, more: object = {}) => ({
  _id: id(number),
  unitNumber: String(number),
  project: { _id: id(900), name: 'Lulwa Shore' },
  floor: 1,
  status: 'available',
  ...more,
});

const written = vi.fn<(resource: Resource, what?: Written) => void>();
const provider = dataProviderOf(readResources(JSON.parse(text) as ApiDocument), written);
const first = { pagination: { page: 1, perPage: 20 }, sort: { field: 'unitNumber', order: 'ASC' as const } };

/** The requested lists, with their filters as JSON. */
let requests: Record<string, unknown>[];

function answering(answer: (query: URLSearchParams) => Response | Promise<Response>): void {
  server.use(
    http.get(UNITS, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const filters = query.get('filters');
      requests.push({ ...Object.fromEntries(query), ...(filters && { filters: JSON.parse(filters) as unknown }) });
      return answer(query) as HttpResponse<string>;
    }),
  );
}

/** The changes that were sent, with their If-Match. */
function changing(answer: () => Response): { body: unknown; ifMatch: string | null }[] {
  const sent: { body: unknown; ifMatch: string | null }[] = [];
  server.use(
    http.patch(`${UNITS}/:id`, async ({ request }) => {
      sent.push({ body: await request.json(), ifMatch: request.headers.get('If-Match') });
      return answer() as HttpResponse<string>;
    }),
  );
  return sent;
}

const serving = (record: { _id: string }, etag: string) =>
  server.use(http.get(`${UNITS}/${record['_id']}`, () => HttpResponse.json(record, { headers: { ETag: etag } })));

beServed();
beforeEach(() => {
  requests = [];
  written.mockClear();
});

test('getList requests a page, sorted, and gives each record its id', async () => {
  answering(() => page([unit(1)]));
  const list = await provider.getList('units', {
    pagination: { page: 3, perPage: 10 },
    sort: { field: 'project._id', order: 'DESC' },
  });
  expect(requests).toEqual([{ page: '3', limit: '10', sort: 'project:desc' }]);
  expect(list).toEqual({ data: [{ ...unit(1), id: id(1) }], total: 1 });
});

test('getList filters by a search, by values of fields, and by what the server takes, together', async () => {
  answering(() => page([]));
  const filters = { operator: 'OR', conditions: [{ field: 'floor', operator: 'greater_than', value: 3 }] };
  await provider.getList('units', {
    ...first,
    filter: { q: 'lulwa', filters, status: ['rented', 'sold'], projectId: id(900), id: id(7), view: '', floor: null },
  });
  expect(requests[0]).toMatchObject({
    search: 'lulwa',
    filters: {
      operator: 'AND',
      conditions: [
        filters,
        {
          operator: 'OR',
          conditions: [
            { field: 'status', operator: 'equals', value: 'rented' },
            { field: 'status', operator: 'equals', value: 'sold' },
          ],
        },
        { field: 'project', operator: 'equals', value: id(900) },
        { field: '_id', operator: 'equals', value: id(7) },
      ],
    },
  });
});

test('getList reads more records than one response has page by page', async () => {
  const all = Array.from({ length: 230 }, (_, number) => unit(number));
  answering((query) => {
    const [at, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    return HttpResponse.json({ items: all.slice((at - 1) * limit, at * limit), total: all.length });
  });
  const { data, total } = await provider.getList('units', { ...first, pagination: { page: 2, perPage: 150 } });
  expect(requests.map((one) => one['page'])).toEqual(['2', '3']);
  expect(data.map((one: { unitNumber: string }) => one.unitNumber)).toEqual(
    all.slice(150).map((one) => one.unitNumber),
  );
  expect(total).toBe(230);
});

test('getList stops when its signal is aborted', async () => {
  const waiting = new AbortController();
  answering(() => {
    waiting.abort();
    return page([]);
  });
  await expect(provider.getList('units', { ...first, signal: waiting.signal })).rejects.toThrow('abort');
  expect(provider.supportAbortSignal).toBe(true);
});

test('getOne reads one record, with its version', async () => {
  serving(unit(1), '"1"');
  expect(await provider.getOne('units', { id: id(1) })).toEqual({ data: { ...unit(1), id: id(1), _etag: '"1"' } });
});

test('getMany requests distinct identifiers, a hundred per request, and skips invalid ones', async () => {
  answering((query) => {
    const { conditions } = JSON.parse(query.get('filters') ?? '') as { conditions: { value: string[] }[] };
    return page((conditions[0]?.value ?? []).map((_id) => ({ _id })));
  });
  const ids = Array.from({ length: 130 }, (_, number) => id(number));
  const { data } = await provider.getMany('units', { ids: [...ids, id(0), 'new'] });
  expect(requests).toHaveLength(2);
  expect(requests[0]?.['filters']).toEqual({
    operator: 'AND',
    conditions: [{ field: '_id', operator: 'in', value: ids.slice(0, 100) }],
  });
  expect(data.map((one: { id: string }) => one.id)).toEqual(ids);
});

test('getManyReference requests the records that refer to one, by either name of the reference', async () => {
  answering(() => page([]));
  for (const target of ['projectId', 'project', 'project._id']) {
    // One after the other, to be distinguished.
    // oxlint-disable-next-line no-await-in-loop
    await provider.getManyReference('units', { target, id: id(900), ...first, filter: { status: 'sold' } });
  }
  const filters = {
    operator: 'AND',
    conditions: [
      { field: 'status', operator: 'equals', value: 'sold' },
      { field: 'project', operator: 'equals', value: id(900) },
    ],
  };
  expect(requests.map((one) => one['filters'])).toEqual([filters, filters, filters]);
});

test('create sends the values and returns the written record', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(UNITS, async ({ request }) => {
      sent.push(await request.json(), request.headers.get('Idempotency-Key'));
      return HttpResponse.json(unit(1), { status: 201 });
    }),
  );
  const created = await provider.create('units', { data: { unitNumber: '1' }, meta: { idempotencyKey: 'mine' } });
  expect(sent).toEqual([{ unitNumber: '1' }, 'mine']);
  expect(created.data.id).toBe(id(1));
  expect(written.mock.calls.map(([{ name }, what]) => [name, what?.saved?.id])).toEqual([['units', id(1)]]);
});

test('update sends what changed and can be, over the version that was read', async () => {
  serving(unit(1), '"a"');
  const { data: before } = await provider.getOne('units', { id: id(1) });
  const sent = changing(() => HttpResponse.json(unit(1, { floor: 2 }), { headers: { ETag: '"b"' } }));
  const data = { ...before, floor: 2, project: { _id: id(901), name: 'Other' }, createdAt: 'never' };
  const { data: after } = await provider.update('units', { id: id(1), data, previousData: before });
  expect(sent).toEqual([{ body: { floor: 2, projectId: id(901) }, ifMatch: '"a"' }]);
  expect(written).toHaveBeenCalledTimes(1);

  await provider.update('units', { id: id(1), data: { ...after, status: 'sold' }, previousData: after });
  expect(sent[1]).toEqual({ body: { status: 'sold' }, ifMatch: '"b"' });
});

test('update sends no If-Match for values read from a list, and another one when it is passed', async () => {
  const listed = { ...unit(1, { floor: 9 }), id: id(1) };
  const sent = changing(() => HttpResponse.json(unit(1)));
  await provider.update('units', { id: id(1), data: { floor: 2 }, previousData: listed });
  await provider.update('units', { id: id(1), data: { floor: 2 }, previousData: listed, meta: { etag: '"own"' } });
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual([null, '"own"']);
});

test('update sends nothing when nothing changed', async () => {
  const before = { ...unit(1), id: id(1) };
  expect(await provider.update('units', { id: id(1), data: { ...before }, previousData: before })).toEqual({
    data: before,
  });
  expect(written).not.toHaveBeenCalled();
});

test('a rejection is an HttpError with errors at their fields', async () => {
  changing(() =>
    refusal(422, {
      title: 'Invalid',
      errors: [
        { pointer: '/floor', message: 'Floor must be at most 300' },
        { pointer: '/location/coordinates/lat', message: 'Too far north' },
        { pointer: '', message: 'Not like this' },
      ],
    }),
  );
  const refused = await provider
    .update('units', { id: id(1), data: { floor: 900 }, previousData: undefined })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(HttpError);
  expect(refused).toMatchObject({
    status: 422,
    message: 'Invalid',
    body: {
      errors: {
        floor: 'Floor must be at most 300',
        location: { coordinates: { lat: 'Too far north' } },
        root: { serverError: 'Not like this' },
      },
    },
  });
  expect(written).not.toHaveBeenCalled();
});

test('updateMany and deleteMany send all identifiers in one request', async () => {
  const sent: unknown[] = [];
  const recordRequest = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ updated: 2, unchanged: 0, deleted: 2 });
  };
  server.use(http.patch(UNITS, recordRequest), http.post(`${UNITS}/delete`, recordRequest));
  const ids = [id(1), id(2)];
  expect(await provider.updateMany('units', { ids, data: { status: 'sold' } })).toEqual({ data: ids });
  expect(await provider.deleteMany('units', { ids })).toEqual({ data: ids });
  expect(sent).toEqual([{ unitIds: ids, update: { status: 'sold' } }, { unitIds: ids }]);
  expect(written).toHaveBeenCalledTimes(2);
});

test('delete deletes the version that was read', async () => {
  serving(unit(1), '"a"');
  const { data: before } = await provider.getOne('units', { id: id(1) });
  const sent: (string | null)[] = [];
  server.use(
    http.delete(`${UNITS}/${id(1)}`, ({ request }) => {
      sent.push(request.headers.get('If-Match'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  expect(await provider.delete('units', { id: id(1), previousData: before })).toEqual({ data: before });
  expect(sent).toEqual(['"a"']);
  expect(written.mock.calls.map(([, what]) => what)).toEqual([{ deleted: id(1) }]);
});

test('an undocumented resource is reported by its name', async () => {
  await expect(provider.getList('castles', first)).rejects.toThrow('castles');
});
