// A card of a board. With the keys it is lifted by Space at its title, carried by arrow keys and dropped by Space.
import { IconButton } from '@mizan/ui-kit/button';
import { Menu as MoveMenu, MenuItem } from '@mizan/ui-kit/menu';
import { m } from '@mizan/ui-kit/messages';
import { GripVertical } from 'lucide-react';
import { memo, type DragEvent, type KeyboardEvent } from 'react';
import type { RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { titleOf, type Resource } from '../document/resources.ts';
import { HELP, type CardParts } from './board-parts.ts';
import styles from './board.module.css';
import { CardFacts } from './card-facts.tsx';
import card from './card.module.css';
import type { ColumnValue } from './use-moves.ts';

interface Props extends CardParts {
  resource: Resource;
  record: RaRecord<string>;
  /** The column that it is in. */
  value: ColumnValue;
  /** Its move is being saved. */
  pending: boolean;
}

/** Memoised: carrying another card does not draw it again. */
export const BoardCard = memo(function BoardCard(props: Props) {
  const { resource, record, value, pending, fields, columns, movable, carried, open, Menu, onCarry, onMove, onDelete } =
    props;
  const title = titleOf(resource, record);
  const to = open(record);
  const free = movable && !pending;
  const drag = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', title);
    onCarry({ record, from: value, to: value, by: 'mouse' });
  };
  return (
    // The title within receives the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={`${card.card} ${styles.card}`}
      data-card={record.id}
      data-carried={carried !== null || undefined}
      data-pending={pending || undefined}
      data-movable={free || undefined}
      aria-busy={pending}
      draggable={free}
      onDragStart={drag}
      onDragEnd={() => onCarry(null)}
    >
      <div className={card.head}>
        {to === undefined ? (
          <span className={card.title} dir="auto">
            {title}
          </span>
        ) : (
          <Link
            to={to}
            className={card.title}
            dir="auto"
            draggable={false}
            aria-describedby={free ? HELP : undefined}
            onKeyDown={(event) => press(event, props)}
            onBlur={() => carried?.by === 'keys' && onCarry(null)}
          >
            {title}
          </Link>
        )}
        <span className={styles.actions}>
          {movable && (
            <MoveMenu
              button={
                <IconButton aria-label={m.list_view_board_move({ title })} aria-disabled={pending || undefined}>
                  <GripVertical size={18} strokeWidth={1.75} aria-hidden="true" focusable="false" />
                </IconButton>
              }
            >
              {columns.map(
                (column) =>
                  column.value !== value && (
                    <MenuItem key={String(column.value)} onClick={() => onMove(record, value, column.value)}>
                      {column.label}
                    </MenuItem>
                  ),
              )}
            </MoveMenu>
          )}
          <Menu resource={resource} record={record} onDelete={() => onDelete(record)} />
        </span>
      </div>
      <CardFacts resource={resource} columns={fields} record={record} />
    </li>
  );
});

const SIDES: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const ROWS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The keys at the title of a card. */
function press(
  event: KeyboardEvent<HTMLElement>,
  { record, value, columns, movable, pending, carried, ...on }: Props,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const { key, currentTarget } = event;
  const lifted = carried?.by === 'keys' ? carried : null;
  const side = (SIDES[key] ?? 0) * (getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1);
  if (lifted && (key === ' ' || key === 'Enter')) {
    on.onCarry(null);
    on.onMove(record, value, lifted.to);
  } else if (lifted && key === 'Escape') on.onCarry(null);
  else if (lifted && side !== 0) {
    const at = columns.findIndex((column) => column.value === lifted.to) + side;
    const next = columns[Math.max(0, Math.min(at, columns.length - 1))];
    if (next) on.onCarry({ ...lifted, to: next.value });
  } else if (!lifted && key === ' ' && movable && !pending) on.onCarry({ record, from: value, to: value, by: 'keys' });
  else if (!lifted && (side !== 0 || ROWS[key])) step(currentTarget, side, ROWS[key] ?? 0);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Moves the focus to a card beside, above or below. */
function step(from: HTMLElement, side: number, row: number): void {
  const column = from.closest('[data-column]');
  const cardsOf = (of: Element | null | undefined) =>
    [...(of?.querySelectorAll<HTMLElement>('[data-card] a') ?? [])].filter((link) => link.className === from.className);
  const at = cardsOf(column).indexOf(from);
  const all = [...(column?.parentElement?.querySelectorAll('[data-column]') ?? [])];
  if (side === 0) return cardsOf(column)[at + row]?.focus();
  for (let next = all.indexOf(column as Element) + side; all[next]; next += side) {
    const cards = cardsOf(all[next]);
    if (cards.length > 0) return cards[Math.min(at, cards.length - 1)]?.focus();
  }
  return undefined;
}
