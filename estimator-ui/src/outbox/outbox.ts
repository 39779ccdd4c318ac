// Estimates that are saved are rows first, and sent from there. How that is done loads after the first screen: none waits
// for it.
import type { NewRow, Row } from './rows';

let begin = (): Promise<unknown> => Promise.resolve();

/** What has to have begun before anything is saved or sent. */
export function beginWith(entered: () => Promise<unknown>): void {
  begin = entered;
}

const delivery = async () => {
  await begin();
  return import('./delivery');
};

export const outbox = {
  /**
   * Resolves when the estimate can no longer be lost: it is on the disk, or, on a phone that refuses storage, the server
   * has it; rejects with the server's problem when neither is so. It takes the place of what was refused for the unit.
   */
  save: async (row: NewRow): Promise<void> => (await delivery()).save(row),

  /** Forgets an estimate that was refused. */
  discard: async (row: Row): Promise<void> => (await delivery()).discard(row),

  /** Sends what was refused again. */
  retry: async (row: Row): Promise<void> => (await delivery()).retry(row),

  /** Sends what waits now, and not when its time comes. */
  flush: async (): Promise<void> => (await delivery()).flush(),

  /** How many estimates of a person could not be sent, when it was tried again. */
  unsent: async (person: string): Promise<number> => (await delivery()).unsent(person),
};
