// Tells what is open of changes that others make to a record.
import { useEffect, useEffectEvent } from 'react';

/** Records that others changed: their identifiers, by the names of resources. */
export type OthersChanges = ReadonlyMap<string, ReadonlySet<string>>;

const listeners = new Set<(changes: OthersChanges) => void>();

export function reportOthersChanges(changes: OthersChanges): void {
  for (const listener of listeners) listener(changes);
}

/** Calls `onChange` whenever another user has changed the record. */
export function useOthersChange(resource: string, id: string, onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    const listener = (changes: OthersChanges) => {
      if (changes.get(resource)?.has(id)) changed();
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [resource, id]);
}
