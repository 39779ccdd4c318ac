// `/estimations/leaderboard`: who comes how near, in the week, the month or all of the time.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatNumber, formatRelative } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import { PERIODS, type Leaderboard, type LeaderboardEntry, type Period } from '../shapes';
import { Choices, choiceClass } from '../parts/choices';
import { LoadFailure, Notice } from '../parts/notice';
import screen from '../parts/screen.module.css';
import { paths } from '../paths';
import { leaderboard } from '../queries';
import { Crumbs } from '../shell/bar';
import styles from './leaderboard-page.module.css';

const periodLabel: Record<Period, () => string> = {
  week: m.leaderboard_week,
  month: m.leaderboard_month,
  all: m.leaderboard_all,
};

export function LeaderboardPage({ period }: { period: Period }) {
  // Until another period is there, the one before it stays in sight.
  const { data, isError, error, refetch, isPlaceholderData } = useQuery({
    ...leaderboard(period),
    placeholderData: keepPreviousData,
  });
  useTitle(m.leaderboard_title());
  return (
    <div className={screen['screen']}>
      <Crumbs
        trail={[
          { key: 'estimations', crumb: <Link to={paths.estimations}>{m.estimator_index_title()}</Link> },
          { key: 'leaderboard', crumb: <span>{m.leaderboard_title()}</span> },
        ]}
      />
      <header className={screen['head']}>
        <h1 className={screen['title']}>{m.leaderboard_title()}</h1>
        <p className={screen['muted']}>{m.leaderboard_explained()}</p>
      </header>
      <Choices label={m.leaderboard_period()}>
        {PERIODS.map((choice) => (
          <Link
            key={choice}
            to={paths.leaderboard}
            search={{ period: choice }}
            className={choiceClass}
            replace
            resetScroll={false}
          >
            {periodLabel[choice]()}
          </Link>
        ))}
      </Choices>
      {data ? (
        <Board board={data} old={isPlaceholderData} />
      ) : isError ? (
        <LoadFailure title={m.leaderboard_failed()} error={error} retry={() => void refetch()} />
      ) : (
        <Shades />
      )}
    </div>
  );
}

function Board({ board, old }: { board: Leaderboard; old: boolean }) {
  const { me } = useSession();
  return (
    <div aria-busy={old} className={styles['board']}>
      <p className={styles['standing']}>
        {board.provisional && <span className={styles['provisional']}>{m.leaderboard_provisional()}</span>}
        <span>{m.leaderboard_as_of({ time: formatDateTime(board.asOf) })}</span>
      </p>
      {board.items.length === 0 ? (
        <Notice title={m.leaderboard_none_title()} text={m.leaderboard_none_text()} />
      ) : (
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
              <th scope="col" className={styles['number']}>
                {m.leaderboard_score()}
              </th>
            </tr>
          </thead>
          <tbody>
            {board.items.map((entry) => (
              <Row key={entry.id} entry={entry} own={entry.id === me?.user.id} />
            ))}
          </tbody>
        </table>
      )}
      {board.provisional && <p className={styles['explained']}>{m.leaderboard_provisional_text()}</p>}
    </div>
  );
}

function Row({ entry, own }: { entry: LeaderboardEntry; own: boolean }) {
  return (
    <tr data-own={own || undefined}>
      <td className={styles['rank']}>{entry.rank}</td>
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
}

function Shades() {
  return (
    <div role="status" aria-label={m.loading()} className={styles['shades']}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={`${screen['shade']} ${styles['shade']}`} />
      ))}
    </div>
  );
}
