// A list as a board: a column for each value of a choice. A card that is moved to another column changes the record: with
// the mouse, with the keys, or by its menu.
import { m } from '@mizan/ui-kit/messages';
import { useMedia } from '@mizan/ui-kit/use-media';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { RaRecord } from 'ra-core';
import { definitionOf } from '../data/filter-definition.ts';
import { useMay, useViewed } from '../document/context.tsx';
import { titleOf } from '../document/resources.ts';
import { labelOfChoice } from '../fields/value.tsx';
import { useDefinitions } from '../filters/use-definitions.ts';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import { BoardColumn } from './board-column.tsx';
import { BoardTabs } from './board-tabs.tsx';
import { HELP, type BoardColumnUi, type Carried } from './board-parts.ts';
import styles from './board.module.css';
import { cardColumns } from './card-fields.ts';
import { useMoves, type ColumnValue, type Move } from './use-moves.ts';
import { useOpen } from './use-open.ts';
import type { ViewProps } from './view-props.ts';

export default function Board({ resource, fields, list, columns, deleted, Menu, onDelete }: ViewProps) {
  const may = useMay();
  const viewed = useViewed();
  const phone = useMedia('(max-width: 47.99rem)');
  const field = fields[0] ?? '';
  const schema = resource.view.properties?.[field];
  const definitions = useDefinitions(resource, may(resource, 'filters'));
  const isOptional = definitionOf(definitions.data ?? [], field)?.operators.includes('is_missing') ?? false;
  const all = useMemo<BoardColumnUi[]>(() => {
    const values = (schema?.enum ?? []).map(String);
    const valued = values.map((value, at) => ({
      value,
      label: labelOfChoice(value, schema ?? {}),
      tone: (at % 6) + 1,
    }));
    return isOptional ? [...valued, { value: null, label: m.overview_missing(), tone: 0 }] : valued;
  }, [schema, isOptional]);
  const nameOf = useCallback(
    (value: ColumnValue) => all.find((column) => column.value === value)?.label ?? String(value),
    [all],
  );
  const moves = useMoves(resource, field, list.linkTo({}), nameOf);
  const { forget } = moves;
  useEffect(() => {
    if (deleted !== undefined) forget(deleted);
  }, [deleted, forget]);
  const patched = resource.patch?.properties?.[field];
  const movable = viewed === undefined && may(resource, 'update') && patched !== undefined && !patched.readOnly;
  const open = useOpen(resource);
  const shown = useMemo(() => cardColumns(resource, columns, [field]), [resource, columns, field]);
  const [carried, setCarried] = useState<Carried | null>(null);
  const [tab, setTab] = useState<ColumnValue>();
  const root = useRef<HTMLDivElement>(null);
  const focus = useFocusedCard(root, moves.all);

  const { move: save } = moves;
  const move = useCallback(
    (record: RaRecord<string>, from: ColumnValue, to: ColumnValue) => {
      focus(record.id);
      save(record, from, to);
    },
    [focus, save],
  );
  const target = carried?.by === 'keys' ? carried.to : undefined;
  useEffect(() => {
    if (target === undefined) return;
    const column = root.current?.querySelector(`[data-column="${CSS.escape(String(target))}"]`);
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [target]);

  const current = all.find(({ value }) => value === tab) ?? all[0];
  const parts = { resource, field, list, moves };
  return (
    <div ref={root} className={styles.board}>
      {phone && current && <BoardTabs {...parts} columns={all} current={current} onChoose={setTab} />}
      <ScrollRegion className={styles.columns} label={resource.label}>
        {(phone && current ? [current] : all).map((column) => (
          <BoardColumn
            key={String(column.value)}
            {...parts}
            column={column}
            columns={all}
            fields={shown}
            tabbed={phone}
            movable={movable}
            carried={carried}
            open={open}
            Menu={Menu}
            onDelete={onDelete}
            onCarry={setCarried}
            onMove={move}
          />
        ))}
      </ScrollRegion>
      {movable && (
        <p id={HELP} className={unseen.unseen}>
          {m.list_view_board_help()}
        </p>
      )}
      <p className={unseen.unseen} role="status">
        {carried?.by === 'keys' &&
          m.list_view_board_lifted({ title: titleOf(resource, carried.record), column: nameOf(carried.to) })}
      </p>
    </div>
  );
}

/** Returns a function that gives a card that is moved the focus again, wherever it is drawn next. */
function useFocusedCard(root: RefObject<HTMLElement | null>, moves: ReadonlyMap<string, Move>): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    const id = wanted.current;
    if (id === undefined || !root.current) return;
    if (moves.get(id)?.savedAt !== undefined || !moves.has(id)) wanted.current = undefined;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) return;
    const card = root.current.querySelector(`[data-card="${CSS.escape(id)}"]`);
    const focusable = card?.querySelector<HTMLElement>('a, button');
    // On a phone the column that it is in may not be shown.
    (focusable ?? root.current.querySelector<HTMLElement>('[role="tab"][tabindex="0"]'))?.focus();
  }, [root, moves]);
  return useCallback((id) => {
    wanted.current = id;
  }, []);
}
