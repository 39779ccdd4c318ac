// The leaderboard's table: a row for each estimator, by rank.
import { memo } from 'react';
import { formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { m } from '@mizan/ui-kit/messages';
import type { LeaderboardEntry } from '../shapes';
import styles from './board.module.css';
import { Moved } from './moved';

interface Props {
  entries: LeaderboardEntry[];
  own: string | undefined;
  compared: boolean;
}

export function Board({ entries, own, compared }: Props) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col" className={styles['rank']}>
            {m.leaderboard_rank()}
          </th>
          <th scope="col">{m.leaderboard_name()}</th>
          <th scope="col" className={styles['number']}>
            {m.leaderboard_assessed()}
          </th>
          <th scope="col" className={styles['active']}>
            {m.leaderboard_last_active()}
          </th>
          <th scope="col" className={styles['score']}>
            {m.leaderboard_score()}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} own={entry.id === own} compared={compared} />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({ entry, own, compared }: { entry: LeaderboardEntry; own: boolean; compared: boolean }) {
  return (
    <tr data-own={own || undefined}>
      <td className={styles['rank']}>
        <span className={styles['rankNumber']}>{entry.rank}</span> <Moved entry={entry} compared={compared} />
      </td>
      <th scope="row" className={styles['name']}>
        <span>{entry.name}</span>
        {own && <span className={styles['you']}>{m.leaderboard_you()}</span>}
      </th>
      <td className={styles['number']}>{formatNumber(entry.assessmentsCompleted)}</td>
      <td className={styles['active']}>
        {entry.lastActive && (
          <time dateTime={entry.lastActive} title={formatDateTime(entry.lastActive)}>
            {formatRelative(entry.lastActive)}
          </time>
        )}
      </td>
      <td className={styles['score']}>{entry.score.toFixed(1)}</td>
    </tr>
  );
});
