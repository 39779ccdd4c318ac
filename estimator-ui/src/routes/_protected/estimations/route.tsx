// Everything below `/estimations`: for visitors who may enter that area. For anybody else nothing is there, and nothing
// is asked for.
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { can, session } from '@mizan/ui-kit/session';
import { WrongAddress } from '../../../shell/wrong-address';

export const Route = createFileRoute('/_protected/estimations')({
  beforeLoad: () => ({ allowed: can(session.current().me, 'estimations', 'enter') }),
  component: function Estimations() {
    return Route.useRouteContext().allowed ? <Outlet /> : <WrongAddress />;
  },
});
