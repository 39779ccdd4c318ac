// An in-memory IndexedDB, which happy-dom lacks; emptied after each test.
import 'fake-indexeddb/auto';
import { afterEach } from 'vitest';

// happy-dom is always idle.
globalThis.requestIdleCallback ??= (work) => Number(setTimeout(work));
globalThis.cancelIdleCallback ??= (id) => clearTimeout(id);

function empty(name: string): Promise<void> {
  const request = indexedDB.open(name);
  return new Promise((done) => {
    request.addEventListener('success', () => {
      const db = request.result;
      for (const store of db.objectStoreNames) db.transaction(store, 'readwrite').objectStore(store).clear();
      // It is closed when these transactions are complete.
      db.close();
      done();
    });
  });
}

afterEach(async () => {
  for (const { name } of await indexedDB.databases()) {
    await empty(name ?? '');
  }
});
