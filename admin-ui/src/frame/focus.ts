// Where the focus is, so that it is never lost with the element that had it.
import { useEffect } from 'react';
import { useLocation } from 'react-router';

const SCREEN = 'screen';

/** Whether an element has the focus, other than the page or the screen as a whole. */
export const hasFocus = (): boolean => {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && activeElement.id !== SCREEN;
};

export const focusScreen = (): void => document.getElementById(SCREEN)?.focus({ preventScroll: true });

/** Moves the focus to the screen if it was lost with the former screen. */
export function useFocusOnScreen(): void {
  const { key } = useLocation();
  useEffect(() => {
    // The page begins with the link that skips the navigation.
    if (key !== 'default' && document.activeElement === document.body) focusScreen();
  }, [key]);
}
