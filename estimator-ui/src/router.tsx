// The router over the files in routes/, with what has been asked for so far, and its tie to the session: who may see a
// screen is asked again whenever another visitor signs in or out, in this tab or in any other.
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { session } from '@mizan/ui-kit/session';
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
  session.subscribe(() => {
    const before = known;
    known = session.current();
    if (!before.ready || before.me?.user.id === known.me?.user.id) return;
    // What one visitor was told is not for the next one.
    queryClient.clear();
    void router.invalidate();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
