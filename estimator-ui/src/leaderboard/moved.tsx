// A movement on the board: a shape, a colour, and text for screen readers.
import { m } from '@mizan/ui-kit/messages';
import { movementOf, type Movement, type Ranked } from './movement';
import styles from './moved.module.css';

const SHAPE = {
  up: 'M6 2 11 10H1Z',
  down: 'M6 10 1 2H11Z',
  same: 'M1 5H11V7H1Z',
} as const;

export function describeMovement(moved: Movement): string {
  switch (moved.direction) {
    case 'up':
      return m.leaderboard_up({ steps: moved.steps });
    case 'down':
      return m.leaderboard_down({ steps: moved.steps });
    case 'same':
      return m.leaderboard_same();
    case 'new':
      return m.leaderboard_new_long();
  }
}

/** `inFull` shows the text beside the shape; a table row only has room for the number, and says the rest on hover. */
export function Moved({ entry, compared, inFull }: { entry: Ranked; compared: boolean; inFull?: boolean }) {
  const moved = movementOf(entry, compared);
  if (!moved) return null;
  const shown = 'steps' in moved ? moved.steps : moved.direction === 'new' ? m.leaderboard_new() : undefined;
  return (
    <span className={styles['moved']} data-direction={moved.direction} title={describeMovement(moved)}>
      {moved.direction !== 'new' && (
        <svg viewBox="0 0 12 12" width="9" height="9" aria-hidden="true">
          <path d={SHAPE[moved.direction]} fill="currentColor" />
        </svg>
      )}
      {inFull ? (
        describeMovement(moved)
      ) : (
        <>
          {shown !== undefined && <span aria-hidden="true">{shown}</span>}
          <span className={styles['announced']}>{describeMovement(moved)}</span>
        </>
      )}
    </span>
  );
}
