// Light, dark or as the system says: kept in this browser, followed by every open tab. vite/page-head.mjs sets the
// first value before paint; this module changes it later.
import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';
export type ShownTheme = 'light' | 'dark';

const KEY = 'mizan.theme';
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function read(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

let chosen: Theme = read();

function shown(): ShownTheme {
  if (chosen !== 'system') return chosen;
  return system?.matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset['theme'] = shown();
  for (const listener of listeners) listener();
}

system?.addEventListener('change', apply);
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return;
  chosen = read();
  apply();
});

export const theme = {
  chosen: (): Theme => chosen,
  shown,
  choose(next: Theme): void {
    chosen = next;
    try {
      if (next === 'system') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, next);
    } catch {
      // Storage may be refused; the choice then lasts as long as the page.
    }
    apply();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice, what it comes to now, and the way to change it. */
export function useTheme(): { chosen: Theme; shown: ShownTheme; choose: (next: Theme) => void } {
  return {
    chosen: useSyncExternalStore(subscribe, theme.chosen),
    shown: useSyncExternalStore(subscribe, theme.shown),
    choose: theme.choose,
  };
}
