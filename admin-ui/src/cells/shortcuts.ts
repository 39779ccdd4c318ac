// The keys of the cells of a list, for the help sheet of the keyboard.
import { m } from '@mizan/ui-kit/messages';

/** As printed on the keys. */
export const cellShortcuts = (): { keys: string[]; text: string }[] => [
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
];
