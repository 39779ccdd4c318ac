// The IndexedDB of cached responses: one row per user and query key, the oldest deleted first.
import { databaseOf, resultOf } from './database';

const NAME = 'mizan-responses';
const MOST = 200;
const LONGEST = 60 * 24 * 3_600_000;

interface Row {
  /** User and query key. */
  name: string;
  person: string;
  answer: unknown;
  storedAt: number;
}

const answers = databaseOf(NAME, 'answers', (db) =>
  db.createObjectStore('answers', { keyPath: 'name' }).createIndex('storedAt', 'storedAt'),
);

/** Runs `work` at each row in the order of `source`, until it returns false. */
function eachRow(source: IDBObjectStore | IDBIndex, work: (row: Row, remove: () => void) => boolean): Promise<void> {
  const request = source.openCursor();
  return new Promise((resolve, reject) => {
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed')));
    request.addEventListener('success', () => {
      const at = request.result;
      if (at && work(at.value as Row, () => at.delete())) at.continue();
      else resolve();
    });
  });
}

const rowOf = (store: IDBObjectStore, name: string): Promise<Row | undefined> => resultOf(store.get(name));

export async function get(name: string): Promise<Row | undefined> {
  const row = await answers('readonly', (store) => rowOf(store, name));
  return row && Date.now() - row.storedAt < LONGEST ? row : undefined;
}

export async function storeAnswer(person: string, name: string, answer: unknown): Promise<void> {
  const storedAt = Date.now();
  await answers('readwrite', async (store) => {
    store.put({ name, person, answer, storedAt });
    let surplus = (await resultOf(store.count())) - MOST;
    await eachRow(store.index('storedAt'), (row, remove) => {
      if (surplus <= 0 && storedAt - row.storedAt < LONGEST) return false;
      surplus -= 1;
      remove();
      return true;
    });
  });
}

/** Does not change the time of storage: only a full response is fresh. */
export async function revise(name: string, change: (answer: unknown) => unknown): Promise<void> {
  await answers('readwrite', async (store) => {
    const row = await rowOf(store, name);
    if (row) store.put({ ...row, answer: change(row.answer) });
  });
}

export async function removeAllBut(person: string | undefined): Promise<void> {
  await answers('readwrite', (store) =>
    eachRow(store, (row, remove) => {
      if (row.person !== person) remove();
      return true;
    }),
  );
}
