// Moves between pictures by arrow keys, in the direction of the text, and by swiping.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

/** The minimum length of a swipe in pixels. */
const SWIPE = 36;

export function useSteps(step: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const swiped = useRef(false);
  const ahead = (element: Element): 1 | -1 => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);
  return {
    /** Whether the following click is the end of a swipe. */
    wasSwipe: (): boolean => swiped.current,
    onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const right = ahead(event.currentTarget);
      step(event.key === 'ArrowRight' ? right : right === 1 ? -1 : 1);
    },
    stroke: {
      onPointerDown({ isPrimary, clientX, clientY }: PointerEvent): void {
        swiped.current = false;
        start.current = isPrimary ? { x: clientX, y: clientY } : undefined;
      },
      onPointerUp({ clientX, clientY, currentTarget }: PointerEvent): void {
        const from = start.current;
        start.current = undefined;
        if (!from) return;
        const [x, y] = [clientX - from.x, clientY - from.y];
        if (Math.abs(x) < SWIPE || Math.abs(x) < Math.abs(y)) return;
        swiped.current = true;
        const right = ahead(currentTarget);
        step(x < 0 ? right : right === 1 ? -1 : 1);
      },
    },
  };
}
