// Leaves a form on purpose, without a confirmation.
import { useCallback, useRef, type RefObject } from 'react';

export function useLeaving(onLeave: () => void): { leaving: RefObject<boolean>; leave: () => void } {
  const leaving = useRef(false);
  const leave = useCallback(() => {
    if (leaving.current) return;
    leaving.current = true;
    onLeave();
  }, [onLeave]);
  return { leaving, leave };
}
