// The outbox in IndexedDB: a row for each unsent estimate, in the order of saving, separately for each user. A row
// stays until the server has confirmed the estimate.
import { newKey } from '@mizan/ui-kit/intent';
import { databaseOf, resultOf } from '../offline/database';
import type { AssessmentInput } from '../shapes';
import { hint } from './hint';

export interface Row {
  /** Its sequence number, assigned by the database. */
  place: number;
  /** Also its Idempotency-Key. */
  id: string;
  /** The account that saved it; it is sent only for that one. */
  person: string;
  input: AssessmentInput;
  /** The unit number to show. */
  unitNumber: string;
  projectName: string;
  /** When it was saved, in milliseconds. */
  savedAt: number;
  /** The number of server errors. */
  failures: number;
  /** Why the server rejected it; it is not retried automatically. */
  refused?: string;
}

/** The part of a row that is known when it is saved. */
export type NewRow = Pick<Row, 'person' | 'input' | 'unitNumber' | 'projectName'>;

const rows = databaseOf('mizan-outbox', 'rows', (db) =>
  db.createObjectStore('rows', { keyPath: 'place', autoIncrement: true }).createIndex('person', 'person'),
);

/** A user's rows in order; none where storage is unavailable. */
export async function rowsOf(person: string): Promise<Row[]> {
  const found = await rows('readonly', (store) => resultOf<Row[]>(store.index('person').getAll(person))).catch(
    () => [],
  );
  return found.toSorted((one, other) => one.place - other.place);
}

/** Resolves when the row is stored. The rows that it replaces are deleted. */
export async function addRow(row: NewRow, replaced: readonly Row[]): Promise<void> {
  hint.set(true);
  const added = { ...row, id: newKey(), savedAt: Date.now(), failures: 0 };
  const add = (store: IDBObjectStore): void => {
    store.add(added);
    for (const { place } of replaced) store.delete(place);
  };
  await rows('readwrite', add, { durability: 'strict' });
}

/** Changes the current row, in any tab; a deleted one is not restored. Null deletes it. */
export async function changeRow({ place }: Row, change: (row: Row) => Row | null): Promise<void> {
  await rows('readwrite', async (store) => {
    const row = await resultOf<Row | undefined>(store.get(place));
    if (!row) return;
    const next = change(row);
    if (next) store.put(next);
    else store.delete(place);
  });
}

/** Deletes rows of one user. */
export async function deleteRows(deleted: readonly Row[]): Promise<void> {
  const left = await rows('readwrite', (store) => {
    for (const { place } of deleted) store.delete(place);
    return resultOf(store.count());
  });
  if (left === 0) hint.set(false);
}
