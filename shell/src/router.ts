// What the routers of all apps with the shell have in common.
import type { AnyRouter } from '@tanstack/react-router';
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { session } from '@mizan/ui-kit/session';
import { Pending } from './frame/pending';

export const routerDefaults = {
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: Pending,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
} as const;

/**
 * Checks routes again whenever a user signs in or out, in this tab or another. `clear` deletes what was loaded for the
 * user before; `refetch` is called when the server is reachable again.
 */
export function followSession(router: AnyRouter, clear = (): void => {}, refetch = (): void => {}): void {
  let known = session.current();
  session.subscribe(() => {
    const before = known;
    known = session.current();
    const person = known.me?.user.id;
    if (!before.ready) return;
    if (before.me?.user.id === person) {
      if (before.offline && !known.offline) refetch();
      return;
    }
    // Data of one user is not for the next one. The screen is left first, so that it does not refetch.
    if (!person) void router.invalidate().finally(clear);
    else {
      clear();
      void router.invalidate();
    }
  });
}
