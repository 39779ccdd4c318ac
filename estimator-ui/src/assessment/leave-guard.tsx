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
  /** Lets a visitor go who is asked; answers whether there was one. */
  leave: () => boolean;
}

/** `holds` while something is not saved. */
export function useLeaveGuard(projectId: string, holds: boolean): Guard {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(stays: boolean) => void>(undefined);
  useBlocker({
    disabled: !holds,
    enableBeforeUnload: holds,
    shouldBlockFn: ({ next }) => {
      if (
        next.routeId === '/_protected/estimations/assessments/$projectId/$unitId' &&
        next.params.projectId === projectId
      ) {
        toast.error(m.estimator_unsaved_refusal());
        return true;
      }
      setAsking(true);
      return new Promise<boolean>((give) => {
        answer.current = give;
      });
    },
  });
  const end = (stays: boolean): boolean => {
    const give = answer.current;
    answer.current = undefined;
    setAsking(false);
    give?.(stays);
    return give !== undefined;
  };
  return { asking, stay: () => void end(true), leave: () => end(false) };
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
