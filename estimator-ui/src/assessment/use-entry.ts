// What is being entered for the unit on screen. Another unit begins again; so does the same one when the flow restarts, and
// when another estimate of it arrives before anything was entered. What the server refused stands there to be corrected.
import { useEffect, useRef, useState } from 'react';
import type { Assessment } from '../shapes';
import { begin, isUnsaved, pressed, stepped, typed, type Entry } from '../assess/entry';
import { press, type NumberKey } from '../assess/keypad';
import { TYPED_AFTER, type PercentStep } from '../assess/limits';
import type { Base } from '../assess/percentages';

interface EntryState {
  unit: string;
  /** What was saved when it began. */
  saved: Assessment | undefined;
  /** The rent that was refused, if any. */
  refused: number | undefined;
  entry: Entry;
  /** What stands in the desktop's field and has not been committed yet. */
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
  /** What the field shows. */
  shown: number;
  unsaved: boolean;
  /** Unsaved, or so once what stands in the field counts: there is something to lose. */
  dirty: boolean;
  /** A key of the keypad. */
  press: (key: NumberKey) => void;
  step: (step: PercentStep, base: Base) => void;
  /** A digit or the delete key of a keyboard, outside any field. */
  key: (key: NumberKey) => void;
  /** The field says something else: it counts once it has been left, or not been typed into for a while. */
  type: (rent: number) => void;
  /** The entry with whatever has been typed. */
  commit: () => Entry;
  /** Begins again with what is saved now. */
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
