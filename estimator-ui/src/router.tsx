// The router of the shell's routes and this app's, with the query client. Queries are refetched silently when the server
// is reachable again.
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { followSession, routerDefaults } from '@mizan/shell/router';
import { home, inbox, protectedRoute, publicRoutes, rootRoute } from '@mizan/shell/routes';
import { session } from '@mizan/ui-kit/session';
import { area } from './area';
import { clearCacheOfOthers, onLate } from './offline/response-cache';
import { createQueryClient } from './queries';
import { estimations } from './routes';

const routeTree = rootRoute.addChildren([...publicRoutes, protectedRoute.addChildren([home, inbox, estimations])]);

export function createAppRouter(history?: RouterHistory) {
  const queryClient = createQueryClient();
  const router = createRouter({
    ...routerDefaults,
    routeTree,
    ...(history ? { history } : {}),
    context: {
      queryClient,
      areas: [area],
      extras: async () => (await import('@mizan/product/shell')).extras,
    },
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  // The user whose responses may be cached on this device.
  let cachedFor = session.lastVisitor()?.user.id;
  session.subscribe(() => {
    const { me, ready } = session.current();
    if (!ready || cachedFor === me?.user.id) return;
    cachedFor = me?.user.id;
    void clearCacheOfOthers(cachedFor);
  });
  followSession(
    router,
    () => queryClient.clear(),
    () => void queryClient.invalidateQueries(),
  );
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
