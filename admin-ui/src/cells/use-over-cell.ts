// Places an element over the cell that it is in, above everything else: the table scrolls, and would cut it off.
import { useLayoutEffect, type RefObject } from 'react';

/** Pixels between it and the edge of the window. */
const GAP = 8;

export function useOverCell(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = box.current;
    const cell = own?.parentElement;
    if (!own || !cell) return;
    const move = () => place(own, cell.getBoundingClientRect());
    own.showPopover?.();
    move();
    // A message below the input makes it higher.
    const observer = new ResizeObserver(move);
    observer.observe(own);
    addEventListener('scroll', move, true);
    addEventListener('resize', move);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', move, true);
      removeEventListener('resize', move);
    };
  }, [box]);
}

function place(own: HTMLElement, cell: DOMRect): void {
  own.style.minInlineSize = `${cell.width}px`;
  const { offsetWidth: width, offsetHeight: height } = own;
  const left = getComputedStyle(own).direction === 'rtl' ? cell.right - width : cell.left;
  own.style.left = `${Math.max(GAP, Math.min(left, innerWidth - GAP - width))}px`;
  own.style.top = `${Math.max(GAP, Math.min(cell.top, innerHeight - GAP - height))}px`;
}
