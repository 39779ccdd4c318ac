// The modal dialogs that are open, the topmost last. Outside of it nothing can be reached, not even what is drawn above it.
import { useSyncExternalStore } from 'react';

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();
const hidden = new Set<Element>();

function change(next: readonly HTMLElement[]): void {
  open = next;
  hideOthers(topModal());
  for (const listener of listeners) listener();
}

/** Some screen readers read what is behind a modal dialog of the browser. */
function hideOthers(top: HTMLElement | undefined): void {
  for (const one of hidden) one.removeAttribute('aria-hidden');
  hidden.clear();
  for (const one of top ? document.body.children : []) {
    if (one === top || one.hasAttribute('aria-hidden')) continue;
    one.setAttribute('aria-hidden', 'true');
    hidden.add(one);
  }
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
