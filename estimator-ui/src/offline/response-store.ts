// The IndexedDB of cached responses: one row per user and query key, the oldest deleted first.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

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

interface ResponseDatabase extends DBSchema {
  answers: { key: string; value: Row; indexes: { storedAt: number } };
}

let opening: Promise<IDBPDatabase<ResponseDatabase>> | undefined;

function open(): Promise<IDBPDatabase<ResponseDatabase>> {
  const close = (): void => {
    opening = undefined;
  };
  opening ??= openDB<ResponseDatabase>(NAME, 1, {
    upgrade(database) {
      const answers = database.createObjectStore('answers', { keyPath: 'name' });
      answers.createIndex('storedAt', 'storedAt');
    },
    // A newer version of this app, or the browser clearing its data, must not wait for this page.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      close();
    },
    terminated: close,
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  return opening;
}

export async function get(name: string): Promise<Row | undefined> {
  const row = await (await open()).get('answers', name);
  return row && Date.now() - row.storedAt < LONGEST ? row : undefined;
}

export async function storeAnswer(person: string, name: string, answer: unknown): Promise<void> {
  const changes = (await open()).transaction('answers', 'readwrite');
  const storedAt = Date.now();
  await changes.store.put({ name, person, answer, storedAt });
  let surplus = (await changes.store.count()) - MOST;
  for (let row = await changes.store.index('storedAt').openCursor(); row; row = await row.continue()) {
    if (surplus <= 0 && storedAt - row.value.storedAt < LONGEST) break;
    surplus -= 1;
    await row.delete();
  }
  await changes.done;
}

/** Does not change the time of storage: only a full response is fresh. */
export async function revise(name: string, change: (answer: unknown) => unknown): Promise<void> {
  const changes = (await open()).transaction('answers', 'readwrite');
  const row = await changes.store.get(name);
  if (row) await changes.store.put({ ...row, answer: change(row.answer) });
  await changes.done;
}

export async function removeAllBut(person: string | undefined): Promise<void> {
  const changes = (await open()).transaction('answers', 'readwrite');
  for (let row = await changes.store.openCursor(); row; row = await row.continue())
    if (row.value.person !== person) await row.delete();
  await changes.done;
}
