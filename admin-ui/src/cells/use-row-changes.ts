// Saves changes of many cells at once, and takes back what was saved last: by the toast's button, or by its key.
import { m } from '@mizan/ui-kit/messages';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { useMemo, useRef } from 'react';
import { records, type RowChange } from '../data/data-provider.ts';
import { errorMessage } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { toastFailure } from '../data/why.ts';
import type { Resource } from '../document/resources.ts';
import { inverse } from './row-changes.ts';

/** How long Undo is offered, in milliseconds, as for other changes. */
const UNDOABLE = 5000;
/** How many saves can be taken back, one after the other. */
const MOST = 100;

export interface RowChanges {
  /** Saves all of them or none. */
  save: (changes: RowChange[], message: string) => Promise<void>;
  /** Offers to take back what has been saved. */
  saved: (changes: RowChange[], message: string) => void;
  /** Takes back the last save, unless its cells were changed since. */
  undo: () => void;
}

export function useRowChanges(resource: Resource): RowChanges {
  const cache = useRecordCache(resource);
  const done = useRef<RowChange[][]>([]);
  return useMemo(() => {
    const saved: RowChanges['saved'] = (changes, message) => {
      done.current = [...done.current.slice(1 - MOST), changes];
      toastWithAction(message, { label: m.cells_undo(), run: undo, duration: UNDOABLE, id: 'cells' });
    };
    const undo = () => {
      const last = done.current.at(-1);
      if (!last) return;
      done.current = done.current.slice(0, -1);
      toast.dismiss('cells');
      records.updateRows(resource, inverse(last)).then(
        () => {
          toast.success(m.cells_undone());
          cache.many();
        },
        (error: unknown) => {
          toastFailure(error, errorMessage(error, m.cells_undo_failed()));
          cache.refetch();
        },
      );
    };
    return {
      async save(changes, message) {
        await records.updateRows(resource, changes);
        cache.many();
        saved(changes, message);
      },
      saved,
      undo,
    };
  }, [resource, cache]);
}
