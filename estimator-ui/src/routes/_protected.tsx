// The protected area: visitors who are not signed in are redirected to the sign-in page, with the way back.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { session } from '@mizan/ui-kit/session';
import { paths } from '../paths';
import { AppShell } from '../shell/app-shell';

export const Route = createFileRoute('/_protected')({
  beforeLoad: ({ location }) => {
    if (session.current().me) return;
    throw redirect({ to: paths.login, search: { redirect: location.href }, replace: true });
  },
  codeSplitGroupings: [],
  component: AppShell,
});
