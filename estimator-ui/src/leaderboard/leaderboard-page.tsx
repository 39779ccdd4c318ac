// `/estimations/leaderboard`: the ranking by week, month or all time.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Button } from '@mizan/ui-kit/button';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import { PERIODS, type Leaderboard, type Period } from '../shapes';
import { Choices, choiceClass } from '../parts/choices';
import { LoadFailure, Notice } from '../parts/notice';
import screen from '../parts/screen.module.css';
import { paths } from '../paths';
import { leaderboard } from '../queries';
import { Crumbs } from '@mizan/shell/crumbs';
import { Board } from './board';
import { HowItWorks } from './how-it-works';
import styles from './leaderboard-page.module.css';
import { isCompared } from './movement';
import { OwnRank } from './own-rank';

const periodLabel: Record<Period, () => string> = {
  week: m.leaderboard_week,
  month: m.leaderboard_month,
  all: m.leaderboard_all,
};

/** An older response came from the cache; smaller differences may be clock skew. */
const OLD = 10 * 60_000;

export function LeaderboardPage() {
  const { period } = useSearch({ from: '/protected/estimations/leaderboard' });
  // The previous period stays visible while another one loads.
  const { data, isError, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery({
    ...leaderboard(period),
    placeholderData: keepPreviousData,
  });
  useTitle(m.leaderboard_title());
  return (
    <div className={`${screen['screen']} ${styles['wide']}`}>
      <Crumbs
        trail={[{ name: m.estimator_index_title(), link: { to: paths.estimations } }, { name: m.leaderboard_title() }]}
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
        <Shown
          board={data}
          pending={isPlaceholderData}
          old={isError || dataUpdatedAt - new Date(data.asOf).getTime() > OLD}
          renew={() => void refetch()}
        />
      ) : isError ? (
        <LoadFailure title={m.leaderboard_failed()} error={error} retry={() => void refetch()} />
      ) : (
        <Shades />
      )}
    </div>
  );
}

function Shown({
  board,
  pending,
  old,
  renew,
}: {
  board: Leaderboard;
  pending: boolean;
  old: boolean;
  renew: () => void;
}) {
  const { me } = useSession();
  const own = board.items.find(({ id }) => id === me?.user.id);
  const compared = isCompared(board.items);
  return (
    <div aria-busy={pending} className={styles['page']}>
      <div className={styles['aside']}>
        {board.items.length > 0 && <OwnRank board={board} own={own} compared={compared} />}
        <HowItWorks />
      </div>
      <div className={styles['main']}>
        <p className={styles['asOf']}>
          {board.provisional && <span className={styles['provisional']}>{m.leaderboard_provisional()}</span>}
          <span>{m.leaderboard_as_of({ time: formatDateTime(board.asOf) })}</span>
          {compared && <span>{m.leaderboard_compared()}</span>}
          {old && (
            <>
              <span role="status" className={styles['old']}>
                {m.leaderboard_old()}
              </span>
              <Button look="quiet" onClick={renew}>
                {m.estimator_retry()}
              </Button>
            </>
          )}
        </p>
        {board.items.length === 0 ? (
          <Notice title={m.leaderboard_none_title()} text={m.leaderboard_none_text()} />
        ) : (
          <Board entries={board.items} own={own?.id} compared={compared} />
        )}
        {board.provisional && <p className={styles['explained']}>{m.leaderboard_provisional_text()}</p>}
      </div>
    </div>
  );
}

function Shades() {
  return (
    <div role="status" aria-label={m.loading()} className={styles['page']}>
      <div className={styles['aside']}>
        <div className={`${screen['shade']} ${styles['shadeOwn']}`} />
      </div>
      <div className={`${styles['shades']} ${styles['main']}`}>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={`${screen['shade']} ${styles['shade']}`} />
        ))}
      </div>
    </div>
  );
}
