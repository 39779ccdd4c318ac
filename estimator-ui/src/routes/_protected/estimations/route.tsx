// Everything below `/estimations`, for users who may enter that area. Others get Page Not Found, and nothing is
// fetched.
import { createFileRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { can, session } from '@mizan/ui-kit/session';

const WrongAddress = lazyRouteComponent(() => import('../../../shell/wrong-address'), 'WrongAddress');

export const Route = createFileRoute('/_protected/estimations')({
  beforeLoad: () => ({ allowed: can(session.current().me, 'estimations', 'enter') }),
  codeSplitGroupings: [],
  component: function Estimations() {
    return Route.useRouteContext().allowed ? <Outlet /> : <WrongAddress />;
  },
});
