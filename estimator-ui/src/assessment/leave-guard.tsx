// What was entered is not lost by leaving: another unit is refused until it is saved, any other way out asks first.
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import styles from './leave-guard.module.css';

interface Guard {
  asking: boolean;
  stay: () => void;
  leave: () => void;
}

/** `holds` while something is not saved. */
export function useLeaveGuard(projectId: string, holds: boolean): Guard {
  const [answer, setAnswer] = useState<{ give: (stays: boolean) => void }>();
  useBlocker({
    disabled: !holds,
    enableBeforeUnload: holds,
    shouldBlockFn: ({ next }) => {
      if (next.routeId === '/_protected/estimations/assessments/$projectId/$unitId' && next.params.projectId === projectId) {
        toast.error(m.estimator_unsaved_refusal());
        return true;
      }
      return new Promise<boolean>((give) => setAnswer({ give }));
    },
  });
  const end = (stays: boolean) => (): void => {
    setAnswer(undefined);
    answer?.give(stays);
  };
  return { asking: answer !== undefined, stay: end(true), leave: end(false) };
}

export function LeaveDialog({ number, asking, stay, leave }: Guard & { number: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!asking) {
      dialog.current?.close();
      return;
    }
    dialog.current?.showModal();
    // The way back comes last in the order and first to mind: Enter loses nothing.
    dialog.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }, [asking]);
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="leave-title"
      aria-describedby="leave-text"
      onCancel={(event) => {
        event.preventDefault();
        stay();
      }}
    >
      {asking && (
        <div className={styles['body']}>
          <h2 id="leave-title" className={styles['title']}>
            {m.estimator_leave_title()}
          </h2>
          <p id="leave-text" className={styles['text']}>
            {m.estimator_leave_text({ number })}
          </p>
          <div className={styles['foot']}>
            <Button look="secondary" onClick={leave}>
              {m.estimator_leave_go()}
            </Button>
            <Button onClick={stay}>{m.estimator_leave_stay()}</Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
