// The dialogs of the account menu, each loaded when it is first opened.
import { lazyScreen } from './lazy-screen';
import type { AccountDialog as Name } from './account-panel';
import type { Me } from './session';

const ChangePassword = lazyScreen(() => import('./change-password'));
const TwoStep = lazyScreen(() => import('./two-step/dialog'));
const ApiTokens = lazyScreen(() => import('./api-tokens/dialog'));

export default function AccountDialog({ name, me, onClose }: { name: Name; me: Me; onClose: () => void }) {
  if (name === 'password') return <ChangePassword onClose={onClose} />;
  return name === 'tokens' ? <ApiTokens me={me} onClose={onClose} /> : <TwoStep me={me} onClose={onClose} />;
}
