// Presses on cells before these are loaded wait for them: without them a click opens the record.
import { useCallback, useEffect, useRef, type RefObject } from 'react';

/** What a press on a cell is meant for, if it is not the cell. */
export const OWN = 'a, button, input, label, select, textarea, [role="menu"]';

/** Keeps presses on cells from the table until the returned function is called, which repeats them. */
export function useEarlyPresses(table: RefObject<HTMLElement | null>): () => void {
  const end = useRef(() => {});
  useEffect(() => {
    const early: Event[] = [];
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const keep = (event: MouseEvent | KeyboardEvent) => {
      if (!isForCell(event)) return;
      event.preventDefault();
      event.stopPropagation();
      early.push(event);
    };
    table.current?.addEventListener('click', keep, options);
    table.current?.addEventListener('dblclick', keep, options);
    table.current?.addEventListener('keydown', keep, options);
    end.current = () => {
      listening.abort();
      for (const event of early.splice(0)) event.target?.dispatchEvent(copyOf(event));
    };
    return () => listening.abort();
  }, [table]);
  return useCallback(() => end.current(), []);
}

function isForCell(event: MouseEvent | KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element) || !target.closest('td[data-field]')) return false;
  return event instanceof KeyboardEvent ? event.key === 'F2' : !target.closest(OWN);
}

const copyOf = (event: Event): Event =>
  event instanceof KeyboardEvent ? new KeyboardEvent(event.type, event) : new MouseEvent(event.type, event);
