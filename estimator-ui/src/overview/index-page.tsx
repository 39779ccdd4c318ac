// `/estimations`: the last unit, this week's projects with their progress, and the user's rank.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import screen from '../parts/screen.module.css';
import { paths } from '../paths';
import { leaderboard } from '../queries';
import styles from './index-page.module.css';
import { InstallOffer } from './install-offer';
import { ThisWeek } from './this-week';
import { wayOn, TitleAndText } from './way-on';
import { WhereOneLeft } from './where-one-left';

export function IndexPage() {
  const { me } = useSession();
  useTitle(m.estimator_index_title());
  return (
    <div className={screen['screen']}>
      <header className={screen['head']}>
        <h1 className={screen['title']}>{m.estimator_index_title()}</h1>
      </header>
      {me && <WhereOneLeft visitor={me.user.id} />}
      <ThisWeek />
      <Link to={paths.assessments} className={`${buttonClass({ look: 'secondary', wide: true })} ${styles['all']}`}>
        {m.estimator_all_projects()}
      </Link>
      {me && <OwnRank visitor={me.user.id} />}
      <InstallOffer />
    </div>
  );
}

/** The link to the leaderboard does not depend on the response. */
function OwnRank({ visitor }: { visitor: string }) {
  const { data, isPending } = useQuery(leaderboard('week'));
  const own = data?.items.find(({ id }) => id === visitor);
  const weekStatus =
    own && data
      ? {
          title: m.leaderboard_own({ rank: own.rank, of: data.items.length }),
          text: m.leaderboard_own_score({ score: own.score.toFixed(1) }),
        }
      : {
          title: data ? m.leaderboard_own_none() : isPending ? '\u00a0' : m.leaderboard_title(),
          text: m.leaderboard_open(),
        };
  return (
    <section aria-labelledby="rank">
      <h2 id="rank" className={styles['section']}>
        {m.leaderboard_title()}
      </h2>
      {/* Its text is the user's rank; the heading describes the link. */}
      <Link
        id="own-rank"
        to={paths.leaderboard}
        search={{ period: 'week' }}
        className={wayOn}
        aria-labelledby="rank own-rank"
        data-quiet
      >
        <TitleAndText {...weekStatus} />
      </Link>
    </section>
  );
}
