// The router over the files in routes/, with the query client and the session. Routes are checked again whenever a user
// signs in or out, in this tab or another. Queries are refetched silently when the server is reachable again.
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { session } from '@mizan/ui-kit/session';
import { clearCacheOfOthers, onLate } from './offline/response-cache';
import { createQueryClient } from './queries';
import { routeTree } from './route-tree.gen';
import { Pending } from './shell/pending';

export function createAppRouter(history?: RouterHistory) {
  const queryClient = createQueryClient();
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient },
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: Pending,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
  });
  let known = session.current();
  // The user whose responses may be cached on this device.
  let cachedFor = session.lastVisitor()?.user.id;
  session.subscribe(() => {
    const before = known;
    known = session.current();
    const person = known.me?.user.id;
    if (known.ready && cachedFor !== person) {
      cachedFor = person;
      void clearCacheOfOthers(person);
    }
    if (!before.ready) return;
    if (before.me?.user.id !== person) {
      // Data of one user is not for the next one. The screen is left first, so that it does not refetch.
      if (!person) void router.invalidate().finally(() => queryClient.clear());
      else {
        queryClient.clear();
        void router.invalidate();
      }
    } else if (before.offline && !known.offline) {
      void queryClient.invalidateQueries();
    }
  });
  onLate((key) => {
    // A list loads page by page: its key is the prefix of a page's key.
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
      queryKey.every((part, index) => part === key[index]);
    void queryClient.invalidateQueries({ predicate });
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
