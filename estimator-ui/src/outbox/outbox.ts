// The outbox: a saved estimate is stored as a row first, and sent from there. The delivery code is a lazy chunk, loaded
// after the first screen.
import type { NewRow, Row } from './rows';

let begin = (): Promise<unknown> => Promise.resolve();

/** Sets what must be started before anything is saved or sent. */
export function beginWith(entered: () => Promise<unknown>): void {
  begin = entered;
}

const delivery = async () => {
  await begin();
  return import('./delivery');
};

export const outbox = {
  /**
   * Resolves when the estimate cannot be lost any more: it is stored on the device, or where storage is unavailable,
   * saved by the server. Otherwise rejects with the server's problem document. Replaces a rejected row of the unit.
   */
  save: async (row: NewRow): Promise<void> => (await delivery()).save(row),

  /** Deletes a rejected row. */
  discard: async (row: Row): Promise<void> => (await delivery()).discard(row),

  /** Sends a rejected row again. */
  retry: async (row: Row): Promise<void> => (await delivery()).retry(row),

  /** Sends waiting rows now. */
  flush: async (): Promise<void> => (await delivery()).flush(),

  /** The number of a user's rows that are still unsent after another attempt. */
  unsent: async (person: string): Promise<number> => (await delivery()).unsent(person),
};
