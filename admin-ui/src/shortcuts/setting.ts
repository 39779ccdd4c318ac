// Whether single keys are shortcuts (WCAG 2.1.4). Stored in this browser and shared by all tabs, as the theme is.
import { useSyncExternalStore } from 'react';

const KEY = 'mizan.shortcuts';
const OFF = 'off';
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

let enabled = read();

function apply(next: boolean): void {
  enabled = next;
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === KEY || key === null) apply(read());
});

export const singleKeys = {
  enabled: (): boolean => enabled,
  enable(next: boolean): void {
    try {
      if (next) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, OFF);
    } catch {
      // Storage may be unavailable; the choice then lasts until the page is closed.
    }
    apply(next);
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys.enabled);
