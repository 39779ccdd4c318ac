// A click anywhere on a row follows the link of its title, except on links and buttons, and while selecting text.
import { useCallback, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';

export function useFollowRow(to: string | undefined): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      if (!to || event.defaultPrevented || isOwnPress(event)) return;
      if (event.metaKey || event.ctrlKey) window.open(to, '_blank', 'noopener');
      else void navigate(to);
    },
    [navigate, to],
  );
}

function isOwnPress({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, label, [role="menu"]') !== null || getSelection()?.isCollapsed === false;
}
