// Questions why something is refused or hidden. Any part of a screen asks; the app shows the answer in one dialog.
import { can, session, type Me } from '@mizan/ui-kit/session';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { m } from '@mizan/ui-kit/messages';
import { useSyncExternalStore } from 'react';
import { isRefused } from './problems.ts';
import { currentView } from './view-as.ts';

export interface Question {
  /** The permission that is needed: `units:update`. */
  permission: string;
  /** The operation, when it is known. */
  operation?: string;
  /** The path of the request that was refused, which tells the operation and the record. */
  path?: string | undefined;
  /** The identifier of the record. */
  record?: string;
  field?: string;
}

/** Whether the user may ask about the policy: in another's place, whether the viewer may. */
export function mayAsk(me: Me | null): boolean {
  return me?.viewedBy ? currentView()?.asks === true : can(me, 'policy', 'read');
}

let question: Question | null = null;
const listeners = new Set<() => void>();

/** Shows why; null closes the dialog. */
export function askWhy(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useQuestion = (): Question | null => useSyncExternalStore(subscribe, () => question);

/** The question about a refusal, if a permission or a rule is its reason and the user may ask. */
export function questionOf(error: unknown): Question | undefined {
  if (!isRefused(error) || error.status !== 403 || !error.permission) return undefined;
  if (!mayAsk(session.current().me)) return undefined;
  const { resource, action } = error.permission;
  return { permission: `${resource}:${action}`, path: error.url ? new URL(error.url).pathname : undefined };
}

/** How long why is offered, in milliseconds. */
const OFFERED = 10_000;

/** Shows a failure as a toast, with why it was refused for who may ask. */
export function toastFailure(error: unknown, message: string): void {
  const about = questionOf(error);
  if (!about) toast.error(message);
  else
    toastWithAction(message, {
      label: m.why(),
      type: 'error',
      duration: OFFERED,
      run: () => askWhy(about),
    });
}
