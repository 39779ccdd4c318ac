// `/login`: a signed-in user is redirected to `redirect`, or to `/home`, unless a second step is still due. Signing in changes the session, and the router
// then runs this file again, so there is one redirect. The ways to sign in are fetched before the page is rendered, so
// that nothing moves later.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { safeRedirect, session } from '@mizan/ui-kit/session';
import { isOwnPath } from '../paths';
import { LoginPage } from '../public/login-page';
import { waysToSignIn } from '../public/ways-to-sign-in';

interface Search {
  redirect?: string;
  /** The error code of a failed sign-in with a provider. */
  error?: string;
}

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
    ...(typeof search['error'] === 'string' ? { error: search['error'] } : {}),
  }),
  beforeLoad: async ({ search }) => {
    const { me } = session.current();
    if (!me || me.secondStepDue) return;
    const target = safeRedirect(search.redirect);
    if (!isOwnPath(target)) {
      location.replace(target);
      // The page is being left: nothing more is rendered.
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
