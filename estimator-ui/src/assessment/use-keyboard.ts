// A hardware keyboard: digits and pasted amounts work wherever the focus is, and each key has one function.
import { useEffect, useRef } from 'react';
import { DELETE, digitsOf, typedRent, type Digit, type NumberKey } from '../assess/keypad';
import type { PercentStep } from '../assess/limits';

interface Keyboard {
  /** Whether there is an amount to change; false while something else is on screen. */
  active: boolean;
  /** A digit or Backspace. */
  key: (key: NumberKey) => void;
  step: (step: PercentStep) => void;
  /** Moves to the previous or next unit. */
  move: (by: -1 | 1) => void;
  /** A whole amount that was pasted. */
  paste: (rent: number) => void;
  save: () => void;
}

/** Elements that handle keys themselves. */
const ELSEWHERE = 'input, textarea, select, dialog, [popover], [contenteditable], [role="menu"], [role="listbox"]';

/** Elements that Enter activates. */
const PRESSED_BY_ENTER = 'a[href], button, summary';

/** The amount's text field handles digits and arrow keys itself, but not the other keys. */
const FIELD = 'input[name="rent"]';

const DIALOG = 'dialog[open], [aria-modal="true"]';

export function useKeyboard(keyboard: Keyboard): void {
  const latest = useRef(keyboard);
  useEffect(() => {
    latest.current = keyboard;
  });
  const { active } = keyboard;
  useEffect(() => {
    if (!active) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && press(event, latest.current)) event.preventDefault();
    };
    const pasted = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || targetOf(event).closest(ELSEWHERE) || isCovered()) return;
      const rent = typedRent(event.clipboardData?.getData('text') ?? '');
      if (rent === 0) return;
      event.preventDefault();
      latest.current.paste(rent);
    };
    addEventListener('keydown', pressed);
    addEventListener('paste', pasted);
    return () => {
      removeEventListener('keydown', pressed);
      removeEventListener('paste', pasted);
    };
  }, [active]);
}

const targetOf = (event: Event): Element => (event.target instanceof Element ? event.target : document.body);

const isCovered = (): boolean => document.querySelector(DIALOG) !== null;

/** Returns whether the key was handled. */
function press(event: KeyboardEvent, { key, step, move, save }: Keyboard): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isCovered()) return false;
  const at = targetOf(event);
  const inField = at.matches(FIELD);
  if (!inField && at.closest(ELSEWHERE)) return false;
  // A held Enter saves once, and activates a button once.
  if (event.key === 'Enter' && event.repeat) return true;
  const onScreen = at === document.body || at.matches('main') || at.closest('form') !== null;
  if (onScreen && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    step(event.key === 'ArrowUp' ? (event.shiftKey ? 5 : 1) : event.shiftKey ? -5 : -1);
    return true;
  }
  if (inField) return false;
  if (event.key === 'Enter') {
    if (at.closest(PRESSED_BY_ENTER)) return false;
    save();
    return true;
  }
  if (onScreen && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
    const rightward = event.key === 'ArrowRight';
    // A held arrow key would run through the project.
    if (!event.repeat) move(rightward === (document.documentElement.dir === 'rtl') ? -1 : 1);
    return true;
  }
  if (event.key === '+' || event.key === '-') step(event.key === '+' ? 1 : -1);
  else if (event.key === 'Backspace' || event.key === 'Delete') key(DELETE);
  else {
    const digit = event.key.length === 1 ? digitsOf(event.key) : '';
    if (digit === '') return false;
    key(Number(digit) as Digit);
  }
  return true;
}
