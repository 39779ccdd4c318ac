// What was entered is not lost by leaving: another unit is refused until it is saved, any other way out asks first.
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ComponentProps } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { askBeforeSignOut } from '@mizan/ui-kit/before-sign-out';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import type { Question as Asked } from '../parts/question';

const question = () => import('../parts/question');
const Question = lazy<typeof Asked>(() =>
  question().then(
    (loaded) => ({ default: loaded.Question }),
    // What cannot be asked loses nothing.
    () => ({ default: Stay }),
  ),
);

function Stay({ stay }: Pick<ComponentProps<typeof Asked>, 'stay'>) {
  useEffect(() => stay.give(), [stay]);
  return <></>;
}

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
  const ask = useCallback((): Promise<boolean> => {
    setAsking(true);
    return new Promise((give) => {
      answer.current?.(true);
      answer.current = give;
    });
  }, []);
  useEffect(() => {
    if (!holds) return undefined;
    // It is there when it is needed.
    question().catch(() => {});
    return askBeforeSignOut(async () => !(await ask()));
  }, [holds, ask]);
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
      return ask();
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
  if (!asking) return null;
  return (
    <Suspense>
      <Question
        title={m.estimator_leave_title()}
        text={m.estimator_leave_text({ number })}
        go={{ label: m.estimator_leave_go(), give: leave }}
        stay={{ label: m.estimator_leave_stay(), give: stay }}
      />
    </Suspense>
  );
}
