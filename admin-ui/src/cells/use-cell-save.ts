// Saves one cell with the version that was read. When another user has changed the cell meanwhile, nothing is saved until
// the user decides; when another field of the record, that is no conflict.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDataProvider, useUpdate, type RaRecord } from 'ra-core';
import type { Schema } from '@mizan/openapi/document';
import { same, type Values } from '../data/changes.ts';
import { etagOf, type Loaded } from '../data/data-provider.ts';
import { isStatus } from '../data/problems.ts';
import type { Resource } from '../document/resources.ts';
import { formDataOf, prepared } from '../form/form-data.ts';

export type CellSaved = { saved: Loaded } | { theirs: Loaded };

/** How often a record may change while a cell of it is saved. */
const ATTEMPTS = 5;

/** Returns the function that saves a value; `over` is the version that it may overwrite whatever the cell has there. */
export function useCellSave(resource: Resource, record: RaRecord<string>, schema: Schema) {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const [update] = useUpdate(resource.name, {}, { returnPromise: true });
  const { id } = record;
  const valueOf = (one: Values) => prepared(schema, formDataOf(schema, one));
  const before = valueOf(record);
  const read = async () => (await dataProvider.getOne<Loaded>(resource.name, { id })).data;
  // A row of a list has no version: it is read while the user types.
  const first = useRef<Promise<Loaded>>(undefined);
  useEffect(() => {
    const cached = client.getQueryData<Loaded>([resource.name, 'getOne', { id }]);
    const request = cached && etagOf(cached) && same(valueOf(cached), before) ? Promise.resolve(cached) : read();
    first.current = request;
    // It is reported when the cell is saved.
    request.catch(() => {});
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return async (data: Values, over?: Loaded): Promise<CellSaved> => {
    const mine = prepared(schema, data);
    let latest = over ?? (await first.current?.catch(read)) ?? (await read());
    for (let attempt = 1; ; attempt += 1) {
      const theirs = valueOf(latest);
      if (latest !== over && !same(theirs, before) && !same(theirs, mine)) return { theirs: latest };
      try {
        const params = { id, data, meta: { etag: etagOf(latest) } };
        // oxlint-disable-next-line no-await-in-loop
        return { saved: (await update(undefined, params)) as Loaded };
      } catch (error) {
        if (!isStatus(error, 412) || attempt === ATTEMPTS) throw error;
        // oxlint-disable-next-line no-await-in-loop
        latest = await read();
      }
    }
  };
}
