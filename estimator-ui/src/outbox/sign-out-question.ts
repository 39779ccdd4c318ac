// The open confirmation before sign-out, if any. Its dialog loads on demand.
import { useSyncExternalStore } from 'react';

export interface SignOutQuestion {
  about: 'sign-out' | 'session';
  /** The number of unsent estimates. */
  count: number;
  answer: (goes: boolean) => void;
}

let now: SignOutQuestion | undefined;
const listeners = new Set<() => void>();

function become(next: SignOutQuestion | undefined): void {
  now = next;
  for (const listener of listeners) listener();
}

/** Closes the open confirmation as if the user had chosen to stay. */
export const dismiss = (): void => now?.answer(false);

/** Resolves to whether the user signs out. */
export function confirmSignOut(about: SignOutQuestion['about'], count: number): Promise<boolean> {
  dismiss();
  return new Promise((resolve) =>
    become({
      about,
      count,
      answer: (goes) => {
        become(undefined);
        resolve(goes);
      },
    }),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSignOutQuestion = (): SignOutQuestion | undefined => useSyncExternalStore(subscribe, () => now);
