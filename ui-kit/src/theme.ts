// The theme: light, dark or the system's. Stored in this browser and shared by all tabs. vite/page-head.mjs sets the
// initial one before the first paint; this module changes it later.
import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';
export type ShownTheme = 'light' | 'dark';

const KEY = 'mizan.theme';
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
// As last reported: a browser reports no change that has been read before.
let isDark = system?.matches;
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
  return isDark ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset['theme'] = shown();
  for (const listener of listeners) listener();
}

system?.addEventListener('change', ({ matches }) => {
  isDark = matches;
  apply();
});
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
      // Storage may be unavailable; the choice then lasts until the page is closed.
    }
    apply();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme, the one that is shown, and the function that changes it. */
export function useTheme(): { chosen: Theme; shown: ShownTheme; choose: (next: Theme) => void } {
  return {
    chosen: useSyncExternalStore(subscribe, theme.chosen),
    shown: useSyncExternalStore(subscribe, theme.shown),
    choose: theme.choose,
  };
}
