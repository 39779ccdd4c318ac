// Protects unsaved input: switching to another unit is rejected, any other navigation asks first.
import { Suspense, useCallback, useEffect, useRef, useState, type ComponentProps } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { confirmBeforeSignOut } from '@mizan/ui-kit/before-sign-out';
import { lazyPart } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import type { Question as QuestionComponent } from '../parts/question';

const question = () => import('../parts/question');
// If the dialog cannot be loaded: stay on the page, so that nothing is lost.
const Question = lazyPart<ComponentProps<typeof QuestionComponent>>(
  () => question().then((loaded) => ({ default: loaded.Question })),
  Stay,
);

function Stay({ stay }: Pick<ComponentProps<typeof QuestionComponent>, 'stay'>) {
  useEffect(() => stay.onChoose(), [stay]);
  return <></>;
}

interface NavigationBlocker {
  open: boolean;
  stay: () => void;
  /** Continues the blocked navigation; returns whether there was one. */
  leave: () => boolean;
  /** Says that another unit opens once this one is saved, for as long as it is not. */
  refuse: () => void;
}

/** Blocks while something is unsaved. */
export function useNavigationBlocker(projectId: string, unsaved: boolean): NavigationBlocker {
  const [open, setOpen] = useState(false);
  const answer = useRef<(stays: boolean) => void>(undefined);
  const refusal = useRef<string>(undefined);
  const refuse = (): void => {
    refusal.current = toast.error(m.estimator_unsaved_refusal());
  };
  const confirmLeave = useCallback((): Promise<boolean> => {
    setOpen(true);
    return new Promise((resolve) => {
      answer.current?.(true);
      answer.current = resolve;
    });
  }, []);
  useEffect(() => {
    if (!unsaved) return undefined;
    // Preloads the dialog.
    question().catch(() => {});
    const end = confirmBeforeSignOut(async () => !(await confirmLeave()));
    return () => {
      end();
      if (refusal.current) toast.dismiss(refusal.current);
    };
  }, [unsaved, confirmLeave]);
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: ({ next }) => {
      if (
        next.routeId === '/protected/estimations/assessments/$projectId/$unitId' &&
        next.params.projectId === projectId
      ) {
        refuse();
        return true;
      }
      return confirmLeave();
    },
  });
  const end = (stays: boolean): boolean => {
    const resolve = answer.current;
    answer.current = undefined;
    setOpen(false);
    resolve?.(stays);
    return resolve !== undefined;
  };
  return { open, stay: () => void end(true), leave: () => end(false), refuse };
}

export function LeaveDialog({ number, open, stay, leave }: Omit<NavigationBlocker, 'refuse'> & { number: string }) {
  if (!open) return null;
  return (
    <Suspense>
      <Question
        title={m.estimator_leave_title()}
        text={m.estimator_leave_text({ number })}
        go={{ label: m.estimator_leave_go(), onChoose: leave }}
        stay={{ label: m.estimator_leave_stay(), onChoose: stay }}
      />
    </Suspense>
  );
}
