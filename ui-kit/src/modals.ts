// The modal dialogs that are open, the topmost last. Outside of it nothing can be reached, not even what is drawn above it.
import { useSyncExternalStore } from 'react';

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Returns the function that notes that it was closed. */
export function modalOpened(dialog: HTMLElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((one) => one !== dialog));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const topModal = (): HTMLElement | undefined => open.at(-1);

export const useTopModal = (): HTMLElement | undefined => useSyncExternalStore(subscribe, topModal);
