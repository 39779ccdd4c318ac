// The focus in a table whose rows go away as they are worked on: it moves on to the row that takes the place.
import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** All but the heads of the columns. */
const ROW = '[role="row"]:not(:first-child)';

/** Props of the element around the table, which has the focus when no row is left; `rows` are other ones once they change. */
export function useRowFocus(rows: unknown): {
  ref: RefObject<HTMLElement | null>;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
} {
  const ref = useRef<HTMLElement>(null);
  const place = useRef<number | undefined>(undefined);
  const known = useRef(rows);
  useEffect(() => {
    if (known.current === rows) return;
    known.current = rows;
    if (place.current === undefined || document.activeElement !== document.body) return;
    const all = ref.current?.querySelectorAll(ROW);
    const row = all?.[Math.min(place.current, all.length - 1)];
    (
      row?.querySelector<HTMLElement>(':scope [data-wrong] button') ??
      row?.querySelector('button') ??
      ref.current
    )?.focus();
  }, [rows]);
  return {
    ref,
    onFocus: ({ target }) => {
      const row = target.closest(ROW);
      if (row) place.current = [...(ref.current?.querySelectorAll(ROW) ?? [])].indexOf(row);
    },
    // What is removed with the focus in it has none to give it to.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget && !ref.current?.contains(relatedTarget)) place.current = undefined;
    },
  };
}
