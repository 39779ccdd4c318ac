// The dialogs of the account menu, each loaded when it is first opened, and what covers the screens when the session has
// ended over unsaved work.
import { Suspense } from 'react';
import { lazyScreen } from './lazy-screen';
import type { AccountDialog as Name } from './account-panel';
import type { Me } from './session';

const ChangePassword = lazyScreen(() => import('./change-password'));
const TwoStep = lazyScreen(() => import('./two-step/dialog'));
const ApiTokens = lazyScreen(() => import('./api-tokens/dialog'));
const SessionEnded = lazyScreen(() => import('./session-ended'));

interface Props {
  name: Name | null;
  /** The session has ended. */
  ended: boolean;
  me: Me;
  onClose: () => void;
}

export default function AccountDialog({ name, ended, me, onClose }: Props) {
  return (
    <>
      {name === 'password' && <ChangePassword onClose={onClose} />}
      {name === 'two-step' && <TwoStep me={me} onClose={onClose} />}
      {name === 'tokens' && <ApiTokens me={me} onClose={onClose} />}
      {/* The open dialog stays shown while this loads. */}
      <Suspense>{ended && <SessionEnded me={me} />}</Suspense>
    </>
  );
}
