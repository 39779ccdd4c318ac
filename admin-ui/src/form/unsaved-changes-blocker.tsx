// Asks before unsaved work is left behind.
import type { RefObject } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { NavigationBlocker } from './navigation-blocker.tsx';

interface Props {
  when: boolean;
  /** While a save is under way its own navigation is let through. */
  busy: RefObject<boolean>;
  /** So is what leaves the form on purpose. */
  leaving?: RefObject<boolean> | undefined;
}

export function UnsavedChangesBlocker({ when, busy, leaving }: Props) {
  const pass = () => busy.current || leaving?.current === true;
  return <NavigationBlocker when={when} pass={pass} title={m.admin_leave_title()} text={m.admin_leave_text()} />;
}
