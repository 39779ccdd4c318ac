// The shell's routes: the public pages, the protected area, and home and inbox in it. An app puts them into its tree beside the
// routes of its areas.
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import type { AreaCard } from '@mizan/ui-kit/areas';
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { session } from '@mizan/ui-kit/session';
import { Toaster } from '@mizan/ui-kit/toaster';
import type { ShellContext } from './area';
import { AppShell } from './frame/app-shell';
import { paths } from './paths';
import { waysToSignIn } from './public/ways-to-sign-in';

/** The frame of every page: the session is known before anything is rendered; toasts; Not Found. */
export const rootRoute = createRootRouteWithContext<ShellContext>()({
  beforeLoad: async () => {
    await session.start();
  },
  component: function Root() {
    const { areas }: ShellContext = rootRoute.useRouteContext();
    return (
      <>
        <Outlet />
        {areas.map(({ path, Dialogs }) => Dialogs && <Dialogs key={path} />)}
        <Toaster />
      </>
    );
  },
  // In place of the whole page; other error screens are within a page, which has its own main landmark.
  errorComponent: ({ error }: ErrorComponentProps) => (
    <main>
      <ErrorScreen error={error} />
    </main>
  ),
  notFoundComponent: lazyRouteComponent(() => import('@mizan/ui-kit/not-found'), 'NotFound'),
});

/** Redirects a signed-in user to where this one starts. */
async function leaveForStart({ context }: { context: ShellContext }): Promise<void> {
  const { me } = session.current();
  if (me) await (await import('./public/after-sign-in')).goOn(me, context.areas);
}

/** `/`: the public page. */
const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.start,
  beforeLoad: leaveForStart,
  loader: async ({ context }) => (await context.extras()).texts.start?.() ?? {},
  component: lazyRouteComponent(() => import('./public/start-page'), 'StartPage'),
});

/** `/join-us`: requesting access. */
const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.join,
  beforeLoad: leaveForStart,
  component: lazyRouteComponent(() => import('./public/join-page'), 'JoinPage'),
});

/** `/forgot`: requesting a link to set a new password. */
const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgot,
  component: lazyRouteComponent(() => import('./public/login-page'), 'ForgotPage'),
});

/** `/reset`: setting a password by the link of a mail, also for a user who is signed in. */
const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.reset,
  component: lazyRouteComponent(() => import('./public/login-page'), 'ResetPage'),
});

interface LoginSearch {
  redirect?: string;
  /** The error code of a failed sign-in with a provider. */
  error?: string;
}

/**
 * `/login`: a signed-in user is redirected to `redirect`, or to where this one starts, unless a second step is still due.
 * Signing in changes the session, and the router then runs this again, so there is one redirect. The ways to sign in are
 * fetched before the page is rendered, so that nothing moves later.
 */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.login,
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
    ...(typeof search['error'] === 'string' ? { error: search['error'] } : {}),
  }),
  beforeLoad: async ({ search, context }): Promise<void> => {
    const { me } = session.current();
    if (!me || me.secondStepDue) return;
    await (await import('./public/after-sign-in')).goOn(me, context.areas, search.redirect);
  },
  loader: waysToSignIn,
  component: lazyRouteComponent(() => import('./public/login-page'), 'LoginPage'),
});

/**
 * The protected area: visitors who have not signed in, with both steps where they must, are redirected to the sign-in
 * page, with the way back.
 */
export const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  beforeLoad: ({ location }): void => {
    const { me } = session.current();
    if (me && !me.secondStepDue) return;
    throw redirect({ to: paths.login, search: { redirect: location.href }, replace: true });
  },
  component: function Protected() {
    return <AppShell areas={protectedRoute.useRouteContext().areas} />;
  },
});

const homeRoute = createRoute({ getParentRoute: () => protectedRoute, path: paths.home });

/** `/home`. Its data is fetched before it is rendered, so that nothing moves later; if that fails, it is rendered without. */
const homeIndexRoute = createRoute({
  getParentRoute: () => homeRoute,
  path: '/',
  loader: async ({ context }) => (await import('./home/home-page')).readHome(context),
  component: lazyRouteComponent(() => import('./home/home-page'), 'HomePage'),
});

/** `/inbox`: what others, or the product, say to the user. */
export const inbox = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.inbox,
  component: lazyRouteComponent(() => import('@mizan/ui-kit/inbox'), 'InboxPage'),
});

/** Page Not Found, within the frame, of a route whose loader is `cardsOf`. */
export const WrongAddress = lazyRouteComponent(() => import('./frame/wrong-address'), 'WrongAddress');

export const cardsOf = async ({ context }: { context: ShellContext }): Promise<AreaCard[]> =>
  (await context.extras()).areas;

/** Page Not Found below `/home`. */
const belowHomeRoute = createRoute({
  getParentRoute: () => homeRoute,
  path: '$',
  loader: cardsOf,
  component: WrongAddress,
});

export const publicRoutes = [startRoute, joinRoute, forgotRoute, resetRoute, loginRoute] as const;
export const home = homeRoute.addChildren([homeIndexRoute, belowHomeRoute]);
