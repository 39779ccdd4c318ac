// The frame of every page: the session is known before anything is rendered; toasts; Page Not Found outside the
// protected area.
import { Suspense } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { NotFound } from '@mizan/ui-kit/not-found';
import { session } from '@mizan/ui-kit/session';
import { Toaster } from '@mizan/ui-kit/toaster';
import { useSignOutQuestion } from '../outbox/sign-out-question';

const SignOutDialog = lazyScreen(() => import('../outbox/sign-out-dialog'));

function Root() {
  const question = useSignOutQuestion();
  return (
    <>
      <Outlet />
      <Suspense>{question && <SignOutDialog {...question} />}</Suspense>
      <Toaster />
    </>
  );
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async () => {
    await session.start();
  },
  component: Root,
  // In place of the whole page; other error screens are within a page, which has its own main landmark.
  errorComponent: ({ error }: ErrorComponentProps) => (
    <main>
      <ErrorScreen error={error} />
    </main>
  ),
  notFoundComponent: NotFound,
});
