// The router of a product without areas of its own: the shell alone.
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { followSession, routerDefaults } from './router';
import { home, inbox, protectedRoute, publicRoutes, rootRoute } from './routes';
import type { ShellContext } from './area';

const routeTree = rootRoute.addChildren([...publicRoutes, protectedRoute.addChildren([home, inbox])]);

export function createShellRouter(context: ShellContext, history?: RouterHistory) {
  const router = createRouter({ ...routerDefaults, routeTree, ...(history ? { history } : {}), context });
  followSession(router);
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createShellRouter>;
  }
}
