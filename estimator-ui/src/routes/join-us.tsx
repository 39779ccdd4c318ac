// `/join-us`: requesting access. A signed-in user is redirected to `/home`.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { session } from '@mizan/ui-kit/session';
import { paths } from '../paths';
import { JoinPage } from '../public/join-page';

export const Route = createFileRoute('/join-us')({
  beforeLoad: () => {
    if (session.current().me) throw redirect({ to: paths.home, replace: true });
  },
  component: JoinPage,
});
