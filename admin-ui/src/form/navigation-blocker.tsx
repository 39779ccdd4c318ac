// Asks before the user leaves a screen with unsaved work, within the app or by closing the page.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { m } from '@mizan/ui-kit/messages';
import { useUnsavedWork } from '@mizan/ui-kit/session';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  when: boolean;
  /** Lets the screen's own navigation pass. */
  pass?: () => boolean;
  title: string;
  text: string;
}

export function NavigationBlocker({ when, pass, title, text }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && !pass?.() && currentLocation.pathname !== nextLocation.pathname,
  );

  useUnsavedWork(when);
  useEffect(() => {
    if (!when) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onBeforeUnload);
    return () => removeEventListener('beforeunload', onBeforeUnload);
  }, [when]);

  // Nothing would be lost any more: closes the question, so that the user sees the result.
  useEffect(() => {
    if (!when && blocker.state === 'blocked') blocker.reset();
  }, [when, blocker]);

  if (blocker.state !== 'blocked') return null;
  return (
    <FormDialog
      title={title}
      description={text}
      submit={{ label: m.admin_leave_confirm(), danger: true, local: true }}
      cancel={m.admin_leave_cancel()}
      question
      onSubmit={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
