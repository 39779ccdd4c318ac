// What is known of the signed-in person's rows, for screens: read from the database when the delivery begins, and after
// every change.
import { useSyncExternalStore } from 'react';
import { hint } from './hint';
import type { Row } from './rows';

interface Waiting {
  /** False until the rows have been read, if there may be any: what is drawn before would be without them. */
  ready: boolean;
  rows: readonly Row[];
}

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
