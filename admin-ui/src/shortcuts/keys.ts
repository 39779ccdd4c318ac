// The keys of shortcuts: which key was pressed, and whether it is one for the screen. Runs the shortcuts of the mounted
// screens.
import { useEffect } from 'react';
import { currentShortcuts } from './registered.ts';
import { singleKeys } from './setting.ts';

/** In milliseconds: the second key of two. */
const SECOND = 1500;

const APPLE = /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '');

/** The keys of the command palette, as printed on them. */
export const PALETTE_KEY = APPLE ? '⌘ K' : 'Ctrl K';

/** Whether a press opens the palette, also in a field. */
export const opensPalette = (event: KeyboardEvent): boolean =>
  keyOf(event).toLowerCase() === 'k' &&
  (APPLE ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey;

const FIELD = [
  'textarea',
  'select',
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"])',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="textbox"]',
  '[role="combobox"]',
  '[role="spinbutton"]',
].join();
const POPUP = 'dialog, [popover], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const MODAL = 'dialog[open], [aria-modal="true"]';
/** What Enter activates by itself. */
const PRESSABLE = 'a[href], button, summary, [role="button"]';

/** The key of a press; a letter by its place on the keyboard, where the layout has no Latin letters. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter && /^[^\p{ASCII}]$/u.test(key) ? letter.toLowerCase() : key;
}

/** Whether a dialog covers the screen. */
export const isCovered = (): boolean => document.querySelector(MODAL) !== null;

/** Whether a press is for the screen: not for a field, a menu, a dialog, the browser, or who has handled it already. */
export function isForScreen(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(FIELD) || target.closest(POPUP) || isCovered()) return false;
  return event.key !== 'Enter' || target.closest(PRESSABLE) === null;
}

/** Runs shortcuts while the component is mounted; once in the app. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let first = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (key: string) => {
      clearTimeout(timer);
      first = key;
      if (key) timer = setTimeout(() => begin(''), SECOND);
    };
    const press = (event: KeyboardEvent) => {
      if (!singleKeys.enabled() || !isForScreen(event)) return;
      const key = first ? `${first} ${keyOf(event)}` : keyOf(event);
      begin('');
      const known = currentShortcuts();
      const run = known.find((one) => one.run && one.keys.includes(key))?.run;
      if (run) {
        event.preventDefault();
        run();
      } else if (known.some(({ keys }) => keys.some((one) => one.startsWith(`${key} `)))) begin(key);
    };
    document.addEventListener('keydown', press);
    return () => {
      begin('');
      document.removeEventListener('keydown', press);
    };
  }, []);
}
