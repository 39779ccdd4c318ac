// Asks before unsaved work is left behind.
import type { RefObject } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { LeaveGuard } from '../frame/leave-guard.tsx';

/** While a save is under way its own navigation is let through. */
export function UnsavedGuard({ when, busy }: { when: boolean; busy: RefObject<boolean> }) {
  return <LeaveGuard when={when} pass={busy} title={m.admin_leave_title()} text={m.admin_leave_text()} />;
}
