// The cells of a list as a spreadsheet has them: arrow keys move between them, and those that the user may change are
// edited in place. A click on such a cell selects it; anywhere else in its row, it opens the record.
import { lazyPart } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { Suspense, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { RaRecord } from 'ra-core';
import type { ListQuery } from '../data/data-provider.ts';
import { toastFailure } from '../data/why.ts';
import { isMasked } from '../document/reader.ts';
import type { Column, Resource } from '../document/resources.ts';
import { useShortcuts } from '../shortcuts/registered.ts';
import { OWN } from './early-presses.ts';
import { editableFields } from './editable.ts';
import type { Move } from './cell-editor.tsx';
import {
  boundsOf,
  cellAt,
  cellOf,
  editableFrom,
  markCells,
  moved,
  samePlace,
  type Place,
  type Selected,
} from './grid.ts';
import { countOf, refusalMessage } from './row-changes.ts';
import { copied, filled } from './selection-texts.ts';
import { cellShortcuts } from './shortcuts.ts';
import { readTable } from './tsv.ts';
import type { PasteProps } from './use-paste.ts';
import { useRowChanges } from './use-row-changes.ts';

/** Begins to load the editor: what is typed before it is there would be lost. */
const loadEditor = () => import('./cell-editor.tsx');
const CellEditor = lazyPart(loadEditor);
const PasteDialog = lazyPart(() => import('./paste-dialog.tsx'));

interface Props {
  resource: Resource;
  columns: Column[];
  records: RaRecord<string>[] | undefined;
  /** What the list shows: a block that is pasted may end on another page. */
  query: ListQuery;
  total: number;
  /** The element around the table. */
  table: RefObject<HTMLElement | null>;
}

interface Editing {
  place: Place;
  record: RaRecord<string>;
  field: string;
}

type Pasted = Pick<PasteProps, 'texts' | 'columns' | 'row' | 'beyond'>;

const NONE: RaRecord<string>[] = [];
const ARROWS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

export default function Cells({ resource, columns, records = NONE, query, total, table }: Props) {
  const hint = useId();
  useShortcuts(cellShortcuts());
  const editable = useMemo(() => editableFields(resource), [resource]);
  const changes = useRowChanges(resource);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const selected = useRef<Selected | null>(null);
  /** The cell that has the focus once this is rendered. */
  const pending = useRef<Place | null>(null);
  const hadFocus = useRef(false);
  const shape = useMemo(
    () => ({ ids: records.map(({ id }) => id), fields: columns.map(({ field }) => field) }),
    [records, columns],
  );

  const mark = () => {
    if (table.current) markCells(table.current, shape, selected.current, editable, { hint, title: resource.title });
  };
  const select = (to: Place, extend = false) => {
    selected.current = { from: extend && selected.current ? selected.current.from : to, to };
    mark();
    cellAt(table.current, to)?.focus();
  };
  const edit = (place: Place | undefined): boolean => {
    const record = records.find(({ id }) => id === place?.id);
    const field = place && editable.get(place.field);
    if (!place || !record || field === undefined || isMasked(record, place.field)) return false;
    selected.current = { from: place, to: place };
    setEditing({ place, record, field });
    return true;
  };
  const finish = (move: Move) => {
    const place = editing?.place;
    setEditing(null);
    if (!place || move === null) return;
    const by = move === 'next' ? 1 : move === 'previous' ? -1 : undefined;
    if (by && edit(editableFrom(shape, place, editable, by))) return;
    const to = move === 'down' ? moved(shape, place, 1, 0) : place;
    selected.current = { from: to, to };
    pending.current = to;
  };

  const press = (event: KeyboardEvent) => {
    const found = cellOf(event.target);
    if (!found || event.defaultPrevented || isEditor(event.target)) return;
    const { cell, place } = found;
    const isCell = event.target === cell;
    // What is edited is not given up for another cell.
    if (editing) return;
    if (event.key === 'F2' && edit(place)) event.preventDefault();
    if (!isCell || event.altKey) return;
    const withCommand = event.ctrlKey || event.metaKey;
    const command = withCommand ? event.key.toLowerCase() : '';
    const arrow = ARROWS[event.key];
    if (arrow && !withCommand) {
      event.preventDefault();
      const isReversed = arrow[1] !== 0 && getComputedStyle(cell).direction === 'rtl' && event.key.startsWith('Arrow');
      select(moved(shape, selected.current?.to ?? place, arrow[0], isReversed ? -arrow[1] : arrow[1]), event.shiftKey);
    } else if (event.key === 'Enter' && !withCommand && !event.shiftKey) {
      event.preventDefault();
      if (!edit(place)) cell.click();
    } else if (event.key === 'Escape' && selected.current && !samePlace(selected.current.from, selected.current.to)) {
      event.preventDefault();
      select(place);
    } else if (command === 'd') {
      event.preventDefault();
      void fill();
    } else if (command === 'z') {
      event.preventDefault();
      changes.undo();
    }
  };

  const fill = async () => {
    const bounds = selected.current && boundsOf(shape, selected.current);
    if (!bounds) return;
    const filling = filled({ resource, columns, records }, bounds);
    if (typeof filling === 'string') {
      toast(filling);
      return;
    }
    try {
      await changes.save(filling, m.cells_saved_many({ count: countOf(filling) }));
    } catch (error) {
      toastFailure(error, refusalMessage(error, resource, records, filling));
    }
  };

  const copy = (event: ClipboardEvent) => {
    const bounds = selected.current && boundsOf(shape, selected.current);
    if (!isOnCell(event.target) || !bounds || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', copied({ resource, columns, records }, bounds));
  };

  const paste = (event: ClipboardEvent) => {
    const bounds = selected.current && boundsOf(shape, selected.current);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isOnCell(event.target) || !bounds || text === '') return;
    event.preventDefault();
    const { rows, columns: across } = bounds;
    const block = readTable(text);
    const isOne = block.length === 1 && block[0]?.length === 1;
    // One cell fills all that are selected.
    const height = isOne ? rows[1] - rows[0] + 1 : block.length;
    const width = isOne ? across[1] - across[0] + 1 : (block[0]?.length ?? 0);
    const texts = Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (__, column) => (isOne ? block[0]?.[0] : block[row]?.[column]) ?? ''),
    );
    const into = columns.slice(across[0], across[0] + width);
    setPasted({ texts, columns: into, row: rows[0], beyond: width - into.length });
  };

  const click = (event: MouseEvent) => {
    const found = cellOf(event.target);
    if (!found || isEditor(event.target) || isOwn(event.target, found.cell)) return;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && event.detail > 0;
    // The title leads to the record, as the rest of the row does.
    if (!isPlain || !editable.has(found.place.field) || found.place.field === resource.title) return;
    event.preventDefault();
    select(found.place, event.shiftKey);
  };

  const pressDown = (event: MouseEvent) => {
    const found = cellOf(event.target);
    // Would select text.
    if (event.shiftKey && found && editable.has(found.place.field) && !isOwn(event.target, found.cell))
      event.preventDefault();
  };

  const doubleClick = (event: MouseEvent) => {
    const found = cellOf(event.target);
    if (editing || !found || isOwn(event.target, found.cell)) return;
    if (edit(found.place)) getSelection()?.removeAllRanges();
  };

  const focusIn = (event: FocusEvent) => {
    const found = cellOf(event.target);
    hadFocus.current = found !== undefined;
    // A failure is reported when it is needed.
    if (found) loadEditor().catch(() => {});
    if (!found || event.target !== found.cell || samePlace(selected.current?.to ?? null, found.place)) return;
    selected.current = { from: found.place, to: found.place };
    mark();
  };

  const focusOut = (event: FocusEvent) => {
    if (event.relatedTarget) hadFocus.current = false;
  };

  const handlers = { finish, press, copy, paste, click, pressDown, doubleClick, focusIn, focusOut };
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const root = table.current;
    if (!root) return;
    const listening = new AbortController();
    const { signal } = listening;
    root.addEventListener('keydown', (event) => latest.current.press(event), { signal });
    root.addEventListener('copy', (event) => latest.current.copy(event), { signal });
    root.addEventListener('paste', (event) => latest.current.paste(event), { signal });
    root.addEventListener('click', (event) => latest.current.click(event), { signal });
    root.addEventListener('mousedown', (event) => latest.current.pressDown(event), { signal });
    root.addEventListener('dblclick', (event) => latest.current.doubleClick(event), { signal });
    root.addEventListener('focusin', (event) => latest.current.focusIn(event), { signal });
    root.addEventListener('focusout', (event) => latest.current.focusOut(event), { signal });
    return () => listening.abort();
  }, [table]);

  useLayoutEffect(() => {
    mark();
    const to =
      pending.current ?? (hadFocus.current && document.activeElement === document.body && selected.current?.to);
    if (editing || pasted || !to) return;
    pending.current = null;
    // A row that is on another page by now leaves the focus to the table.
    (cellAt(table.current, to) ?? table.current)?.focus({ preventScroll: true });
  });

  const container = editing && (cellAt(table.current, editing.place) ?? table.current);
  return (
    <>
      <span id={hint} hidden>
        {m.cells_hint()}
      </span>
      {container &&
        createPortal(
          <Suspense fallback={null}>
            <CellEditor
              key={`${editing.place.id} ${editing.place.field}`}
              resource={resource}
              record={editing.record}
              field={editing.field}
              onSaved={changes.saved}
              onDone={(move) => latest.current.finish(move)}
            />
          </Suspense>,
          container,
        )}
      {pasted && (
        <Suspense fallback={null}>
          <PasteDialog
            {...pasted}
            resource={resource}
            records={records}
            query={query}
            total={total}
            onSave={changes.save}
            onClose={() => {
              pending.current = selected.current?.to ?? null;
              setPasted(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const isEditor = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-editor]') !== null;

const isOnCell = (target: EventTarget | null): boolean => target instanceof Element && cellOf(target)?.cell === target;

function isOwn(target: EventTarget | null, cell: HTMLElement): boolean {
  const own = target instanceof Element ? target.closest(OWN) : null;
  return own !== null && cell.contains(own);
}
