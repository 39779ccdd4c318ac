// The signed-in user's rows, for screens: read when the delivery starts, and after every change.
import { useSyncExternalStore } from 'react';
import { hint } from './hint';
import type { Row } from './rows';

interface Waiting {
  /** False until the rows have been read, if there may be any: the screen would be drawn without them. */
  ready: boolean;
  rows: readonly Row[];
  /** The browser stores nothing: rows last as long as the page. */
  onPage?: boolean;
}

let now: Waiting = { ready: !hint.get(), rows: [] };
const listeners = new Set<() => void>();

export const waiting = (): Waiting => now;

export function publish(next: Waiting): void {
  now = next;
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useWaiting = (): Waiting => useSyncExternalStore(subscribe, waiting);
