// A column of a board: its name, the number of its records, and their cards, page by page.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useId, type DragEvent } from 'react';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { BoardCard } from './board-card.tsx';
import type { BoardColumnUi, BoardParts, CardParts } from './board-parts.ts';
import styles from './board.module.css';
import card from './card.module.css';
import { useBoardColumn } from './use-board-column.ts';

interface Props extends BoardParts, CardParts {
  column: BoardColumnUi;
  /** Its name is that of a tab. */
  tabbed: boolean;
}

const BONES = [0, 1, 2];

export function BoardColumn({ resource, field, list, moves, column, tabbed, ...parts }: Props) {
  const { value, label, tone } = column;
  const { carried, onCarry, onMove } = parts;
  const shown = useBoardColumn({ resource, field, value, list, moves });
  const heading = useId();
  const { rows, total } = shown;
  const takes = carried !== null && carried.from !== value;
  const over = takes && carried.to === value;

  const dragOver = (event: DragEvent) => {
    if (!takes || carried.by !== 'mouse') return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    if (!over) onCarry({ ...carried, to: value });
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    const inside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (over && !inside && carried.by === 'mouse') onCarry({ ...carried, to: carried.from });
  };
  const drop = (event: DragEvent) => {
    if (!takes || carried.by !== 'mouse') return;
    event.preventDefault();
    onCarry(null);
    onMove(carried.record, carried.from, value);
  };

  return (
    // A place to drop cards with the mouse; keys and menu do the same at the cards.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      role={tabbed ? 'tabpanel' : undefined}
      className={styles.column}
      data-column={String(value)}
      data-over={over || undefined}
      aria-labelledby={heading}
      onDragOver={dragOver}
      onDragLeave={leave}
      onDrop={drop}
    >
      <h2 id={heading} className={tabbed ? unseen.unseen : styles.name}>
        <span className={styles.dot} data-tone={tone} aria-hidden="true" />
        <span className={styles.label}>{label}</span>{' '}
        {total !== undefined && <span className={styles.total}>{formatNumber(total)}</span>}
      </h2>
      <div className={styles.cards} aria-busy={shown.isFetching}>
        {shown.isError && !rows ? (
          <NotLoaded
            title={m.admin_list_failed({ label: resource.nouns })}
            error={shown.error}
            onRetry={shown.refetch}
          />
        ) : !rows ? (
          BONES.map((bone) => <div key={bone} className={card.bone} aria-hidden="true" />)
        ) : rows.length === 0 ? (
          <p className={styles.none}>{m.list_view_board_none()}</p>
        ) : (
          <ul className={styles.list}>
            {rows.map((record) => (
              <BoardCard
                key={record.id}
                {...parts}
                carried={carried?.record.id === record.id ? carried : null}
                resource={resource}
                record={record}
                value={value}
                pending={moves.all.get(record.id)?.savedAt === undefined && moves.all.has(record.id)}
              />
            ))}
          </ul>
        )}
        {rows && shown.hasNextPage && (
          <Button look="quiet" wide busy={shown.isFetchingNextPage} onClick={() => void shown.fetchNextPage()}>
            {shown.isFetchNextPageError ? m.admin_retry() : m.list_view_board_more()}
          </Button>
        )}
      </div>
    </section>
  );
}
