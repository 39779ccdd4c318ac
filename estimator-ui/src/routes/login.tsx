// `/login`: a signed-in visitor is sent on to the address in `redirect`, or home. Signing in changes the session, and
// the router then asks this file again: there is one way out of this page. What it offers is requested before it is
// drawn, so that nothing moves later.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { isAdminPath } from '@mizan/ui-kit/paths';
import { safeRedirect, session } from '@mizan/ui-kit/session';
import { LoginPage } from '../public/login-page';
import { waysToSignIn } from '../public/ways-to-sign-in';

interface Search {
  redirect?: string;
  /** Why signing in with a provider ended here. */
  error?: string;
}

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
    ...(typeof search['error'] === 'string' ? { error: search['error'] } : {}),
  }),
  beforeLoad: async ({ search }) => {
    if (!session.current().me) return;
    const target = safeRedirect(search.redirect);
    if (isAdminPath(target)) {
      location.replace(target);
      // The page is going away: nothing more is drawn.
      await new Promise<never>(() => {});
    }
    throw redirect({ href: target, replace: true });
  },
  loader: waysToSignIn,
  component: function Login() {
    const { error, redirect: target } = Route.useSearch();
    return <LoginPage ways={Route.useLoaderData()} error={error} redirect={target} />;
  },
});
