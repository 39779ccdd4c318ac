// On a phone a board shows one column; the others are tabs.
import { formatNumber } from '@mizan/ui-kit/formats';
import type { KeyboardEvent } from 'react';
import tabs from '../frame/tabs.module.css';
import type { BoardColumnUi, BoardParts } from './board-parts.ts';
import styles from './board.module.css';
import { useBoardColumn } from './use-board-column.ts';
import type { ColumnValue } from './use-moves.ts';

interface Props extends BoardParts {
  columns: BoardColumnUi[];
  current: BoardColumnUi;
  onChoose: (value: ColumnValue) => void;
}

const WAYS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function BoardTabs({ columns, current, onChoose, ...parts }: Props) {
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const way = (WAYS[event.key] ?? 0) * (getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1);
    const next = columns[columns.indexOf(current) + way];
    if (way === 0 || !next) return;
    event.preventDefault();
    onChoose(next.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[columns.indexOf(next)]?.focus();
  };
  return (
    <div role="tablist" tabIndex={-1} className={`${tabs.tabs} ${styles.tabs}`} onKeyDown={press}>
      {columns.map((column) => (
        <Tab key={String(column.value)} {...parts} column={column} selected={column === current} onChoose={onChoose} />
      ))}
    </div>
  );
}

interface TabProps extends BoardParts {
  column: BoardColumnUi;
  selected: boolean;
  onChoose: (value: ColumnValue) => void;
}

function Tab({ column, selected, onChoose, ...parts }: TabProps) {
  const { value, label } = column;
  // Shares the requests of the columns.
  const { total } = useBoardColumn({ ...parts, value });
  return (
    <button
      type="button"
      role="tab"
      className={`${tabs.tab} ${styles.tab}`}
      aria-selected={selected}
      aria-current={selected || undefined}
      tabIndex={selected ? 0 : -1}
      onClick={() => onChoose(value)}
    >
      {label} {total !== undefined && <span className={styles.total}>{formatNumber(total)}</span>}
    </button>
  );
}
