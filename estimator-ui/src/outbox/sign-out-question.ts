// The question that is being asked of somebody who goes, if any; its words load when they are needed.
import { useSyncExternalStore } from 'react';

export interface SignOutQuestion {
  about: 'sign-out' | 'session';
  /** How many estimates would be left behind. */
  count: number;
  answer: (goes: boolean) => void;
}

let now: SignOutQuestion | undefined;
const listeners = new Set<() => void>();

function become(next: SignOutQuestion | undefined): void {
  now = next;
  for (const listener of listeners) listener();
}

/** Ends the question that is being asked, as if the answer were to stay. */
export const dismiss = (): void => now?.answer(false);

/** Resolves with what is answered: whether to go. */
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
