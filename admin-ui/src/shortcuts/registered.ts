// What the mounted screens offer to the keyboard and to the command palette: shortcuts, and the actions about a record or
// a selection. They are read when a key is pressed or the palette opens, so nothing is drawn again when they change.
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';

export interface Shortcut {
  /** Alternatives, named as `KeyboardEvent.key`: `['Enter', 'o']`. Two keys one after the other: `['g a']`. */
  keys: string[];
  /** What it does, for the help. */
  text: string;
  /** Left out by a part that handles its keys itself; the shortcut is in the help only. */
  run?: () => void;
  /** False while it does nothing; it is not in the help then. */
  when?: () => boolean;
  /** The heading in the help; that of the screen when it is left out. */
  group?: string;
}

/** An action that the palette offers. */
export interface Command {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** The link of an action that navigates. */
  to?: string | undefined;
  start: () => void;
}

/** The actions about one thing, such as a record or the selected rows. */
export interface Commands {
  about: string;
  actions: Command[];
  /** False while they are not offered. */
  when?: () => boolean;
  /** They are offered before others. */
  first?: boolean;
}

type Known<T> = Set<RefObject<T>>;

const shortcuts: Known<Shortcut[]> = new Set();
const commands: Known<Commands> = new Set();

function useRegistered<T>(known: Known<T>, value: T): void {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  // Before the screen is painted, so that a key pressed as soon as it is seen is heard.
  useLayoutEffect(() => {
    known.add(latest);
    return () => void known.delete(latest);
  }, [known]);
}

const holds = ({ when }: { when?: () => boolean }): boolean => when?.() ?? true;

/** Offers shortcuts while the component is mounted. Where two have one key, that of the part mounted last counts. */
export const useShortcuts = (own: Shortcut[]): void => useRegistered(shortcuts, own);

/** Offers actions to the palette while the component is mounted. */
export const useCommands = (own: Commands): void => useRegistered(commands, own);

/** The shortcuts that hold now, those of the part mounted last first. */
export const currentShortcuts = (): Shortcut[] =>
  [...shortcuts].toReversed().flatMap(({ current }) => current.filter(holds));

/** The actions that are offered now. */
export const currentCommands = (): Commands[] =>
  [...commands]
    .map(({ current }) => current)
    .filter((one) => one.actions.length > 0 && holds(one))
    .toSorted((one, other) => Number(other.first ?? false) - Number(one.first ?? false));
