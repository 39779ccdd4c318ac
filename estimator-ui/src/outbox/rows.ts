// The outbox in IndexedDB: a row for each unsent estimate, in the order of saving, separately for each user. A row
// stays until the server has confirmed the estimate.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { newKey } from '@mizan/ui-kit/intent';
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

interface Schema extends DBSchema {
  rows: { key: number; value: Omit<Row, 'place'> & { place?: number }; indexes: { person: string } };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** Opens the database once; after a failure the next use retries. */
function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('mizan-outbox', 1, {
    upgrade(db) {
      db.createObjectStore('rows', { keyPath: 'place', autoIncrement: true }).createIndex('person', 'person');
    },
    blocking(_, __, event) {
      // Another tab has a newer version of this page, which needs to upgrade the database.
      (event.target as IDBDatabase).close();
      opening = undefined;
    },
    terminated() {
      opening = undefined;
    },
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Reopens a lost connection once: phones close connections of background pages. */
async function withDatabase<Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const used = database();
  try {
    return await work(await used);
  } catch {
    if (opening === used) opening = undefined;
    return work(await database());
  }
}

/** A user's rows in order; none where storage is unavailable. */
export async function rowsOf(person: string): Promise<Row[]> {
  const rows = await withDatabase((db) => db.getAllFromIndex('rows', 'person', person)).catch(() => []);
  return (rows as Row[]).toSorted((one, other) => one.place - other.place);
}

/** Resolves when the row is stored. The rows that it replaces are deleted. */
export async function addRow(row: NewRow, replaced: readonly Row[]): Promise<void> {
  hint.set(true);
  const added = { ...row, id: newKey(), savedAt: Date.now(), failures: 0 };
  await withDatabase(async (db) => {
    const tx = db.transaction('rows', 'readwrite', { durability: 'strict' });
    await Promise.all([tx.store.add(added), ...replaced.map(({ place }) => tx.store.delete(place)), tx.done]);
  });
}

/** Changes the current row, in any tab; a deleted one is not restored. Null deletes it. */
export async function changeRow({ place }: Row, change: (row: Row) => Row | null): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction('rows', 'readwrite');
    const row = (await tx.store.get(place)) as Row | undefined;
    if (row) {
      const next = change(row);
      await (next ? tx.store.put(next) : tx.store.delete(place));
    }
    await tx.done;
  });
}

/** Deletes rows of one user. */
export async function deleteRows(rows: readonly Row[]): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction('rows', 'readwrite');
    await Promise.all([...rows.map(({ place }) => tx.store.delete(place)), tx.done]);
    if ((await db.count('rows')) === 0) hint.set(false);
  });
}
