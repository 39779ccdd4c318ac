// What is known of the signed-in person's rows, for screens: read from the database when the delivery begins, and after
// every change.
import { useSyncExternalStore } from 'react';
import type { Row } from './rows';

interface Waiting {
  /** False until the rows have been read, if there may be any: what is drawn before would be without them. */
  ready: boolean;
  rows: readonly Row[];
}

const NAME = 'mizan.outbox';

/** Whether there may be rows: where there are none, no screen waits for them to be read. */
export const hint = {
  get(): boolean {
    try {
      return localStorage.getItem(NAME) !== null;
    } catch {
      return true;
    }
  },
  set(there: boolean): void {
    try {
      if (there) localStorage.setItem(NAME, '1');
      else localStorage.removeItem(NAME);
    } catch {
      // Without it rows are read before the first screen.
    }
  },
};

let now: Waiting = { ready: !hint.get(), rows: [] };
const listeners = new Set<() => void>();

export const waiting = (): Waiting => now;

export function publish(next: Waiting): void {
  now = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useWaiting = (): Waiting => useSyncExternalStore(subscribe, waiting);
