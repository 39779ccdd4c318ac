// The cards of a board that were moved: shown in their new column at once, saved with the version that was read, and put
// back when the server refuses.
import { m } from '@mizan/ui-kit/messages';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { useCallback, useMemo, useState } from 'react';
import { useDataProvider, useUpdate, type RaRecord } from 'ra-core';
import type { Loaded } from '../data/data-provider.ts';
import { errorMessage, isAtFields, isStatus } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { UNDO_OFFERED, UNDO_TOAST } from '../data/undo-offered.ts';
import { toastFailure } from '../data/why.ts';
import { titleOf, type Resource } from '../document/resources.ts';
import { useTexts } from '../module/texts.ts';

/** The value of a column; null for records without one. */
export type ColumnValue = string | null;

export interface Move {
  record: RaRecord<string>;
  from: ColumnValue;
  to: ColumnValue;
  /** When the server had saved it; undefined until then. */
  savedAt?: number;
}

export interface Moves {
  all: ReadonlyMap<string, Move>;
  move: (record: RaRecord<string>, from: ColumnValue, to: ColumnValue) => void;
  /** The lists show where the card is. */
  forget: (id: string) => void;
}

const NONE: ReadonlyMap<string, Move> = new Map();

/** `address` is that of the list: in another one, cards are where it has them. `labelOf` names the columns. */
export function useMoves(
  resource: Resource,
  field: string,
  address: string,
  labelOf: (value: ColumnValue) => string,
): Moves {
  const dataProvider = useDataProvider();
  const [update] = useUpdate(resource.name, {}, { returnPromise: true });
  const cache = useRecordCache(resource);
  const texts = useTexts(resource);
  const [all, setAll] = useState(NONE);
  const [shown, setShown] = useState(address);
  if (shown !== address) {
    setShown(address);
    setAll(new Map([...all].filter(([, { savedAt }]) => savedAt === undefined)));
  }

  const change = useCallback(
    (apply: (next: Map<string, Move>) => void) =>
      setAll((before) => {
        const next = new Map(before);
        apply(next);
        return next;
      }),
    [],
  );
  const forget = useCallback((id: string) => change((next) => next.delete(id)), [change]);

  /** Returns the record as it was saved; undefined when it was put back. `known` is the version to be changed. */
  const save = useCallback(
    async ({ record, from, to }: Move, known?: Loaded): Promise<Loaded | undefined> => {
      const { id } = record;
      const title = titleOf(resource, record);
      change((next) => next.set(id, { record, from, to }));
      try {
        const read = known ?? (await dataProvider.getOne<Loaded>(resource.name, { id })).data;
        // Rows of lists have no version: one that was moved since it was listed is not moved again.
        if (((read[field] ?? null) as ColumnValue) !== from)
          throw new MovedError(m.list_view_board_conflict({ title }));
        const saved = (await update(undefined, { id, data: { [field]: to }, previousData: read })) as Loaded;
        change((next) => next.set(id, { record: saved, from, to, savedAt: Date.now() }));
        return saved;
      } catch (error) {
        forget(id);
        toastFailure(error, refusalOf(error, title, texts.updateFailed));
        cache.refetch();
        return undefined;
      }
    },
    [resource, field, dataProvider, update, cache, texts, change, forget],
  );

  const move = useCallback(
    async (first: Move) => {
      const saved = await save(first);
      if (!saved) return;
      const { from, to } = first;
      const textOf = (value: ColumnValue) =>
        m.list_view_board_moved({ title: titleOf(resource, saved), column: labelOf(value) });
      const undo = async () => {
        if (await save({ record: saved, from: to, to: from }, saved)) toast.success(textOf(from));
      };
      toastWithAction(textOf(to), { id: UNDO_TOAST, label: m.undo(), run: () => void undo(), duration: UNDO_OFFERED });
    },
    [resource, save, labelOf],
  );

  return useMemo(
    () => ({
      all,
      move: (record, from, to) => {
        const known = all.get(record.id);
        const isPending = known && known.savedAt === undefined;
        if (from !== to && !isPending) void move({ record, from, to });
      },
      forget,
    }),
    [all, move, forget],
  );
}

class MovedError extends Error {}

/** Why the card was put back. */
function refusalOf(error: unknown, title: string, failed: string): string {
  if (isStatus(error, 412)) return m.list_view_board_conflict({ title });
  if (isStatus(error, 404)) return m.list_view_board_deleted({ title });
  if (isAtFields(error)) return error.errors[0]?.message ?? failed;
  return error instanceof MovedError ? error.message : errorMessage(error, failed);
}
