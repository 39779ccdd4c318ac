// Hides default columns for which a table has no room, the last first, so that none is cut.
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import type { Columns } from './use-columns.ts';

type Room = Pick<Columns, 'hideLast' | 'showUsual'>;

/** `drawn` is whether the element contains the table with its rows. Without `room` all columns stay. */
export function useRoom(ref: RefObject<HTMLElement | null>, drawn: boolean, room: Room | undefined): void {
  // After each render, before it is painted: one column less may not suffice, and rows of another page may be wider.
  useLayoutEffect(() => {
    const element = ref.current;
    if (drawn && room && element && element.scrollWidth > element.clientWidth + 1) room.hideLast();
  });
  const showUsual = room?.showUsual;
  useEffect(() => {
    const element = ref.current;
    if (!element || !showUsual) return;
    // The outer width: a scroll bar comes and goes with the height of rows.
    let width = element.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth === width) return;
      width = element.offsetWidth;
      showUsual();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, showUsual]);
}
