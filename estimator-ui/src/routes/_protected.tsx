// The protected area: visitors who have not signed in, with both steps where they must, are redirected to the sign-in
// page, with the way back.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { session } from '@mizan/ui-kit/session';
import { paths } from '../paths';
import { AppShell } from '../shell/app-shell';

export const Route = createFileRoute('/_protected')({
  beforeLoad: ({ location }) => {
    const { me } = session.current();
    if (me && !me.secondStepDue) return;
    throw redirect({ to: paths.login, search: { redirect: location.href }, replace: true });
  },
  codeSplitGroupings: [],
  component: AppShell,
});
