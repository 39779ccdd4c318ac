// The user's own rank, above the board.
import { m } from '@mizan/ui-kit/messages';
import type { Leaderboard, LeaderboardEntry } from '../shapes';
import { Moved } from './moved';
import styles from './own-rank.module.css';

interface Props {
  board: Leaderboard;
  own: LeaderboardEntry | undefined;
  compared: boolean;
}

export function OwnRank({ board, own, compared }: Props) {
  return (
    <section aria-label={m.leaderboard_own_title()} className={styles['own']}>
      {own ? (
        <>
          <p className={styles['rank']}>
            <span className={styles['label']}>{m.leaderboard_rank()}</span>{' '}
            <span className={styles['value']}>{own.rank}</span>{' '}
            <span className={styles['of']}>{m.leaderboard_of({ count: board.items.length })}</span>
          </p>
          <p className={styles['score']}>
            <span className={styles['label']}>{m.leaderboard_score()}</span>{' '}
            <span className={styles['value']}>{own.score.toFixed(1)}</span>
          </p>
          <p className={styles['moved']}>
            <Moved entry={own} compared={compared} inFull />
          </p>
        </>
      ) : (
        <p className={styles['none']}>{m.leaderboard_not_on_board()}</p>
      )}
    </section>
  );
}
