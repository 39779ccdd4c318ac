// The keys of the cells of a list, for the help sheet of the keyboard.
import { m } from '@mizan/ui-kit/messages';
import type { Shortcut } from '../shortcuts/registered.ts';

/** As printed on the keys; the cells handle these themselves. */
export const cellShortcuts = (): Shortcut[] =>
  [
    { keys: ['← ↑ ↓ →'], text: m.cells_key_move() },
    { keys: ['Enter', 'F2'], text: m.cells_key_edit() },
    { keys: ['Enter'], text: m.cells_key_enter() },
    { keys: ['Tab'], text: m.cells_key_tab() },
    { keys: ['Escape'], text: m.cells_key_escape() },
    { keys: ['Shift ← ↑ ↓ →'], text: m.cells_key_select() },
    { keys: ['Ctrl C'], text: m.cells_key_copy() },
    { keys: ['Ctrl V'], text: m.cells_key_paste() },
    { keys: ['Ctrl D'], text: m.cells_key_fill() },
    { keys: ['Ctrl Z'], text: m.cells_key_undo() },
  ].map((one) => ({ ...one, group: m.cells_keys() }));
