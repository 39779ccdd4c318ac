// What the estimators' area adds to the shell.
import { Suspense } from 'react';
import type { Area } from '@mizan/shell/area';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { BackgroundBar } from './background/background-bar';
import { card } from './card';
import { useSignOutQuestion } from './outbox/sign-out-question';

const SignOutDialog = lazyScreen(() => import('./outbox/sign-out-dialog'));

/** Unsent estimates are asked about when a user signs out, also after the page was left. */
function SignOut() {
  const question = useSignOutQuestion();
  return <Suspense>{question && <SignOutDialog {...question} />}</Suspense>;
}

export const area: Area = {
  path: card.path,
  permission: card.permission,
  Bar: BackgroundBar,
  Dialogs: SignOut,
  onHome: () => import('./home/on-home'),
};
