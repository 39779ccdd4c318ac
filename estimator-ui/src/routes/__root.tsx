// Around every page: who the visitor is, is known before anything is drawn; notices; wrong addresses outside the
// protected area.
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { NotFound } from '@mizan/ui-kit/not-found';
import { session } from '@mizan/ui-kit/session';
import { Toaster } from '@mizan/ui-kit/toaster';

export const Route = createRootRoute({
  beforeLoad: async () => {
    await session.start();
  },
  component: () => (
    <>
      <Outlet />
      <Toaster />
    </>
  ),
  notFoundComponent: NotFound,
});
