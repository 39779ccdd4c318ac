// `/login`: a signed-in visitor is sent on to the address in `redirect`, or home. Signing in changes the session, and
// the router then asks this file again: there is one way out of this page.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { isAdminPath } from '@mizan/ui-kit/paths';
import { safeRedirect, session } from '@mizan/ui-kit/session';
import { LoginPage } from '../public/login-page';

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
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
  component: LoginPage,
});
