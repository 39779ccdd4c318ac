// `/`: the public page; a signed-in user is redirected to `/home`.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { session } from '@mizan/ui-kit/session';
import { paths } from '../paths';
import { StartPage } from '../public/start-page';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    if (session.current().me) throw redirect({ to: paths.home, replace: true });
  },
  component: StartPage,
});
