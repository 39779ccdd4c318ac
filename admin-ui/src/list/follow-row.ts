// A click anywhere on a row follows the link of its title, except on links and buttons, and while selecting text.
import { useCallback, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import type { Open } from '../views/use-open.ts';

/** Handles the clicks of all rows: a row that did it itself would be drawn again with every address. */
export function useFollowRow(open: Open): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const id = rowOf(event)?.dataset['row'];
      const to = id === undefined ? undefined : open({ id });
      if (to === undefined || event.defaultPrevented || isOwnPress(event)) return;
      if (event.metaKey || event.ctrlKey) window.open(to, '_blank', 'noopener');
      else void navigate(to);
    },
    [navigate, open],
  );
}

const rowOf = ({ target }: MouseEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;

function isOwnPress({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, label, [role="menu"]') !== null || getSelection()?.isCollapsed === false;
}
