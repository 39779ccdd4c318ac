// What the estimators' area adds to the shell.
import { Suspense } from 'react';
import type { Area } from '@mizan/shell/area';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { BackgroundBar } from './background/background-bar';
import { useSignOutQuestion } from './outbox/sign-out-question';
import { paths, PERMISSION } from './paths';

const SignOutDialog = lazyScreen(() => import('./outbox/sign-out-dialog'));

/** Unsent estimates are asked about when a user signs out, also after the page was left. */
function SignOut() {
  const question = useSignOutQuestion();
  return <Suspense>{question && <SignOutDialog {...question} />}</Suspense>;
}

export const area: Area = {
  path: paths.estimations,
  permission: PERMISSION,
  Bar: BackgroundBar,
  Dialogs: SignOut,
  onHome: () => import('./home/on-home'),
};
