// Asks before the user leaves unsaved changes.
import type { RefObject } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { NavigationBlocker } from './navigation-blocker.tsx';

interface Props {
  when: boolean;
  /** The form is being saved; its own navigation must pass. */
  busy: RefObject<boolean>;
  /** The form is being left on purpose. */
  leaving?: RefObject<boolean> | undefined;
}

export function UnsavedChangesBlocker({ when, busy, leaving }: Props) {
  const pass = () => busy.current || leaving?.current === true;
  return <NavigationBlocker when={when} pass={pass} title={m.admin_leave_title()} text={m.admin_leave_text()} />;
}
