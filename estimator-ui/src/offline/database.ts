// One store of an IndexedDB database, as promises. The database is opened on first use; after a failure or a lost
// connection, which phones cause in background pages, the next use opens it again.
import { loadOnce } from '@mizan/ui-kit/load-once';

/** The result of a request. */
export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed')));
  });

/** Runs `work` on the store in one transaction. Resolves with its result when the transaction is complete. */
export type Database = <Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result> | Result,
  options?: IDBTransactionOptions,
) => Promise<Result>;

/** `create` makes the store in a new database. */
export function databaseOf(name: string, storeName: string, create: (db: IDBDatabase) => void): Database {
  const open = loadOnce(async () => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => create(request.result));
    const db = await resultOf(request);
    db.addEventListener('close', open.drop);
    // A newer version of this app, or the browser clearing its data, must not wait for this page.
    db.addEventListener('versionchange', () => {
      open.drop();
      db.close();
    });
    return db;
  });

  const attempt: Database = async (mode, work, options) => {
    const transaction = (await open()).transaction(storeName, mode, options);
    const complete = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The transaction failed')));
    });
    const [result] = await Promise.all([work(transaction.objectStore(storeName)), complete]);
    return result;
  };

  return async (...work) => {
    try {
      return await attempt(...work);
    } catch {
      open.drop();
      return attempt(...work);
    }
  };
}
