// Asks before unsaved work is left behind, within the app and on the way out of it.
import { useEffect, type RefObject } from 'react';
import { useBlocker } from 'react-router';
import { m } from '@mizan/ui-kit/messages';
import { Confirm } from '../frame/confirm.tsx';

/** While a save is under way its own navigation is let through. */
export function UnsavedGuard({ when, busy }: { when: boolean; busy: RefObject<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && !busy.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Confirm
      title={m.admin_leave_title()}
      confirm={m.admin_leave_confirm()}
      cancel={m.admin_leave_cancel()}
      danger
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      {m.admin_leave_text()}
    </Confirm>
  );
}
