// The hook by which the router reads its store, on React's own: the package that it imports serves older versions too.
import { useRef, useSyncExternalStore } from 'react';

interface Stored<Snapshot, Selected> {
  snapshot: Snapshot;
  select: (snapshot: Snapshot) => Selected;
  selected: Selected;
}

/** What `select` takes from a store; a value that is equal to the last one draws nothing again. */
export function useSyncExternalStoreWithSelector<Snapshot, Selected>(
  subscribe: (changed: () => void) => () => void,
  snapshotOf: () => Snapshot,
  _ofServer: unknown,
  select: (snapshot: Snapshot) => Selected,
  isEqual?: (one: Selected, other: Selected) => boolean,
): Selected {
  const stored = useRef<Stored<Snapshot, Selected>>(undefined);
  return useSyncExternalStore(subscribe, () => {
    const snapshot = snapshotOf();
    const last = stored.current;
    if (last && last.select === select && Object.is(last.snapshot, snapshot)) return last.selected;
    const next = select(snapshot);
    const selected = last && isEqual?.(last.selected, next) ? last.selected : next;
    stored.current = { snapshot, select, selected };
    return selected;
  });
}
