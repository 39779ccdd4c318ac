// An in-memory IndexedDB, which happy-dom lacks; emptied after each test.
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach } from 'vitest';

// happy-dom is always idle.
globalThis.requestIdleCallback ??= (work) => Number(setTimeout(work));
globalThis.cancelIdleCallback ??= (id) => clearTimeout(id);

afterEach(async () => {
  for (const { name } of await indexedDB.databases()) {
    const db = await openDB(name ?? '');
    await Promise.all(Array.from(db.objectStoreNames, (store) => db.clear(store)));
    db.close();
  }
});
