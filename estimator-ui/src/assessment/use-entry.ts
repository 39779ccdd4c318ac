// The entry for the current unit. It starts again for another unit, when the flow restarts, and when another estimate
// of the unit arrives before anything was entered. A rejected value stays for correction.
import { useEffect, useRef, useState } from 'react';
import type { Assessment } from '../shapes';
import { begin, isUnsaved, pressed, stepped, typed, type Entry } from '../assess/entry';
import { press, type NumberKey } from '../assess/keypad';
import { TYPED_AFTER, type PercentStep } from '../assess/limits';
import type { Base } from '../assess/percentages';

interface EntryState {
  unit: string;
  /** The saved estimate when the entry began. */
  saved: Assessment | undefined;
  /** The rejected rent, if any. */
  refused: number | undefined;
  entry: Entry;
  /** The text field's value that is not committed yet. */
  typing: number | undefined;
}

function fresh(unit: string, saved: Assessment | undefined, refused: number | undefined): EntryState {
  const entry = begin(saved, Date.now());
  return {
    unit,
    saved,
    refused,
    entry: refused === undefined ? entry : typed(entry, refused),
    typing: undefined,
  };
}

export interface Entering {
  entry: Entry;
  /** The value of the field. */
  shown: number;
  unsaved: boolean;
  /** Unsaved, including what is not committed yet. */
  dirty: boolean;
  /** A key of the keypad. */
  press: (key: NumberKey) => void;
  step: (step: PercentStep, base: Base) => void;
  /** A digit or Backspace on a keyboard, outside any field. */
  key: (key: NumberKey) => void;
  /** The text field changed; it is committed on blur, or after a pause in typing. */
  type: (rent: number) => void;
  /** Commits and returns the entry. */
  commit: () => Entry;
  /** Starts again with the saved estimate. */
  restart: (saved: Assessment | undefined) => void;
}

export function useEntry(unit: string, saved: Assessment | undefined, refused?: number): Entering {
  const [state, setState] = useState(() => fresh(unit, saved, refused));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const untouched = state.typing === undefined && !isUnsaved(state.entry, state.saved);
  const isSame = state.saved === saved && state.refused === refused;
  const current = state.unit === unit && (isSame || !untouched) ? state : fresh(unit, saved, refused);
  if (current !== state) setState(current);

  useEffect(() => () => clearTimeout(timer.current), []);

  const committed = ({ entry, typing }: EntryState): Entry => (typing === undefined ? entry : typed(entry, typing));
  const change = (next: (entry: Entry) => Entry): void => {
    clearTimeout(timer.current);
    setState((before) => ({ ...before, entry: next(committed(before)), typing: undefined }));
  };

  return {
    entry: current.entry,
    shown: current.typing ?? current.entry.rent,
    unsaved: isUnsaved(current.entry, saved),
    dirty: isUnsaved(committed(current), saved),
    press: (key) => change((entry) => pressed(entry, key)),
    step: (step, base) => change((entry) => stepped(entry, step, base)),
    key: (key) => change((entry) => typed(entry, press('rent', entry.rent, key))),
    type(rent) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => change((entry) => entry), TYPED_AFTER);
      setState((before) => ({ ...before, typing: rent }));
    },
    commit() {
      change((entry) => entry);
      return committed(current);
    },
    restart: (now) => setState(fresh(unit, now, undefined)),
  };
}
