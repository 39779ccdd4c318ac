// The outbox in IndexedDB: a row for each unsent estimate, in the order of saving, separately for each user. A row
// stays until the server has confirmed the estimate. Where the browser stores nothing, rows last as long as the page.
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
  /** It is not stored. */
  onPage?: true;
}

/** The part of a row that is known when it is saved. */
export type NewRow = Pick<Row, 'person' | 'input' | 'unitNumber' | 'projectName'>;

/** Sequence numbers of rows on the page: above all that the database assigns. */
const FIRST_ON_PAGE = 2 ** 52;

const rows = databaseOf('mizan-outbox', 'rows', (db) =>
  db.createObjectStore('rows', { keyPath: 'place', autoIncrement: true }).createIndex('person', 'person'),
);

let stores = true;
let onPage: readonly Row[] = [];
let places = FIRST_ON_PAGE;

/** Whether the browser stores rows, as far as is known. */
export const isStoring = (): boolean => stores;

/** Whether any row, or one of this user, is lost when the page is closed. */
export const anyOnPage = (person?: string): boolean =>
  onPage.some((row) => person === undefined || row.person === person);

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function changeOnPage(next: readonly Row[]): void {
  onPage = next;
  if (next.length > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** A user's rows in order; those of this page alone where storage is unavailable. */
export async function rowsOf(person: string): Promise<Row[]> {
  const read = rows('readonly', (store) => resultOf<Row[]>(store.index('person').getAll(person)));
  const found = await read.then(
    (stored) => {
      stores = true;
      return stored;
    },
    () => {
      stores = false;
      return [];
    },
  );
  return [...found, ...onPage.filter((row) => row.person === person)].toSorted((one, other) => one.place - other.place);
}

/** Adds the row for as long as the page is open, in place of rows that it replaces. Returns it. */
export function addOnPage(row: NewRow, replaced: readonly Row[]): Row {
  places += 1;
  const added: Row = { ...row, place: places, id: newKey(), savedAt: Date.now(), failures: 0, onPage: true };
  changeOnPage([...onPage.filter((one) => !isAmong(replaced)(one)), added]);
  return added;
}

const isAmong =
  (some: readonly Row[]) =>
  (row: Row): boolean =>
    some.some(({ place }) => place === row.place);

/** Resolves when the row is stored. The rows that it replaces are deleted. Rejects while others are on the page only. */
export async function addRow(row: NewRow, replaced: readonly Row[]): Promise<void> {
  // It would be sent before them.
  if (onPage.some(({ person, refused }) => person === row.person && refused === undefined))
    throw new Error('Earlier rows are on the page');
  hint.set(true);
  const added = { ...row, id: newKey(), savedAt: Date.now(), failures: 0 };
  const add = (store: IDBObjectStore): void => {
    store.add(added);
    for (const { place } of replaced) store.delete(place);
  };
  await rows('readwrite', add, { durability: 'strict' });
}

/** Changes the current row, in any tab; a deleted one is not restored. Null deletes it. */
export async function changeRow({ place, onPage: isOnPage }: Row, change: (row: Row) => Row | null): Promise<void> {
  if (isOnPage) {
    changeOnPage(onPage.flatMap((row) => (row.place === place ? (change(row) ?? []) : row)));
    return;
  }
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
  changeOnPage(onPage.filter((row) => !isAmong(deleted)(row)));
  if (deleted.every((row) => row.onPage)) return;
  const left = await rows('readwrite', (store) => {
    for (const { place } of deleted) store.delete(place);
    return resultOf(store.count());
  });
  if (left === 0) hint.set(false);
}
