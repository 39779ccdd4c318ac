// What was entered is not lost by leaving: another unit is refused until it is saved, any other way out asks first.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';

const question = () => import('../parts/question');
const Question = lazy(async () => ({ default: (await question()).Question }));

interface Guard {
  asking: boolean;
  stay: () => void;
  /** Lets a visitor go who is asked; answers whether there was one. */
  leave: () => boolean;
}

/** `holds` while something is not saved. */
export function useLeaveGuard(projectId: string, holds: boolean): Guard {
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    // It is there when it is needed.
    if (holds) question().catch(() => {});
  }, [holds]);
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
