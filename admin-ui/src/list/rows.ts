// The rows of a list as the keyboard moves over them: in the table and on a phone each has `data-row`, its identifier.
import { useEffect, useRef, type RefObject } from 'react';
import { focusScreen, hasFocus } from '../frame/focus.ts';
import { lastOpened } from './opened.ts';

const REGION = '[role="region"]';

const rowsIn = (within: HTMLElement | null): HTMLElement[] => [
  ...(within?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];
const rowOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('[data-row]') ?? null;
const isOf =
  (id: string | undefined) =>
  (row: HTMLElement): boolean =>
    row.dataset['row'] === id;

/** What gets the focus of a row: its link, so that Enter opens it. */
const targetIn = (row: HTMLElement | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('[data-name]') ?? row?.querySelector<HTMLElement>('a[href], button, input') ?? null;

/** The identifier of the row that has the focus. */
export const focusedRow = (): string | undefined => rowOf(document.activeElement)?.dataset['row'];

/** Follows the link of the row that has the focus. */
export const openFocusedRow = (): void =>
  rowOf(document.activeElement)?.querySelector<HTMLElement>('[data-name]')?.click();

export const hasRows = (within: HTMLElement | null): boolean => rowsIn(within).length > 0;

/**
 * Returns the function that moves the focus by one row; from elsewhere it returns to the row that had it, or to the one in
 * its place. That one also gets the focus when a row is removed that had it, and the row of the record that was opened from
 * the list when the list is shown again. `drawn`: the rows are there.
 */
export function useRowFocus(
  resource: string,
  within: RefObject<HTMLElement | null>,
  drawn: boolean,
): (step: 1 | -1) => void {
  const last = useRef<{ id: string | undefined; at: number }>(undefined);
  const opened = useRef(lastOpened(resource));

  useEffect(() => {
    const element = within.current;
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? rowOf(target) : null;
      if (row) last.current = { id: row.dataset['row'], at: rowsIn(element).indexOf(row) };
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [within]);

  // After each render: the row may be removed before the dialog is that would return the focus to it.
  useEffect(() => {
    if (!drawn) return;
    const returning = opened.current;
    opened.current = undefined;
    if (hasFocus() && !document.activeElement?.matches(REGION)) return;
    const rows = rowsIn(within.current);
    if (returning !== undefined) targetIn(rows.find(isOf(returning)))?.focus();
    else if (last.current && !rows.some(isOf(last.current.id))) {
      const next = targetIn(rows[Math.min(last.current.at, rows.length - 1)]);
      last.current = undefined;
      if (next) next.focus();
      else focusScreen();
    }
  });

  return (step) => {
    const rows = rowsIn(within.current);
    const now = rows.findIndex(isOf(focusedRow()));
    const before = last.current ? rows.findIndex(isOf(last.current.id)) : -1;
    const next = now >= 0 ? now + step : before >= 0 ? before : (last.current?.at ?? 0);
    targetIn(rows[Math.max(0, Math.min(next, rows.length - 1))])?.focus();
  };
}
