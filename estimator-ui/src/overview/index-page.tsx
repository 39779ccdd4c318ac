// `/estimations`: where one left, this week's projects with what is done of them, and where one stands among the others.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '@mizan/ui-kit/button';
import { formatDate } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import type { Project } from '../shapes';
import { isCompleted, percentOf } from '../assess/flow';
import { lastUnit } from '../last-unit';
import { LoadFailure, Notice } from '../parts/notice';
import { ProgressLine } from '../parts/progress-line';
import { ProjectRows, RowShades } from '../parts/project-row';
import screen from '../parts/screen.module.css';
import { paths } from '../paths';
import { begun, leaderboard, week, type Week } from '../queries';
import styles from './index-page.module.css';

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
    </div>
  );
}

/**
 * The unit that was open last on this device, as long as its project is not completed; elsewhere any project that was
 * begun; and for whoever has begun none, those that are not started.
 */
function WhereOneLeft({ visitor }: { visitor: string }) {
  const { data: projects, isPending } = useQuery(begun());
  if (isPending) return <div className={`${screen['shade']} ${styles['shadeContinue']}`} />;
  const last = lastUnit(visitor);
  const left = projects?.find(({ _id }) => _id === last?.projectId) ?? projects?.[0];
  if (!left) {
    return (
      <Link to={paths.assessments} search={{ filter: 'not-started' }} className={styles['continue']}>
        <Words title={m.estimator_begin_title()} text={m.estimator_begin_text()} />
      </Link>
    );
  }
  const words = <Words title={m.estimator_continue_title()} text={m.estimator_continue_text({ project: left.name, done: left.completedUnitsCount, of: left.unitsCount })} />;
  return last?.projectId === left._id ? (
    <Link to={paths.unit} params={{ projectId: last.projectId, unitId: last.unitId }} className={styles['continue']}>
      {words}
    </Link>
  ) : (
    <Link to={paths.project} params={{ projectId: left._id }} className={styles['continue']}>
      {words}
    </Link>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <>
      <span className={styles['continueWords']}>
        <span className={styles['continueTitle']}>{title}</span>
        <span className={styles['continueText']}>{text}</span>
      </span>
      <Arrow />
    </>
  );
}

function Arrow() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d="M4 10h12M11 5l5 5-5 5" />
    </svg>
  );
}

/** A rotation has at most so many projects. */
const MOST = 10;

function ThisWeek() {
  const { data, isError, error, refetch } = useQuery(week());
  return (
    <section aria-labelledby="week">
      <div className={styles['weekHead']}>
        <h2 id="week" className={styles['section']}>
          {m.estimator_week()}
        </h2>
        {data?.rotation?.weekStart && <p className={screen['note']}>{m.estimator_week_of({ date: formatDate(data.rotation.weekStart) })}</p>}
      </div>
      {data ? (
        data.projects.length > 0 ? (
          <WeekOf {...data} />
        ) : (
          <div className={styles['box']}>
            <Notice title={m.estimator_week_none_title()} text={m.estimator_week_none_text()} level={3} />
          </div>
        )
      ) : isError ? (
        <div className={styles['box']}>
          <LoadFailure title={m.estimator_week_failed()} level={3} error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <>
          <div className={`${screen['shade']} ${styles['shadeWeek']}`} />
          <RowShades count={MOST} />
        </>
      )}
    </section>
  );
}

const sum = (projects: Project[], count: (project: Project) => number): number => projects.reduce((total, project) => total + count(project), 0);

function WeekOf({ projects }: Week) {
  const done = sum(projects, (project) => Math.min(project.completedUnitsCount, project.unitsCount));
  const of = sum(projects, ({ unitsCount }) => unitsCount);
  const completed = projects.filter(isCompleted).length;
  return (
    <>
      <div className={styles['week']}>
        <ProgressLine label={m.estimator_week_progress()} percent={percentOf(done, of)} shown />
        <p className={styles['weekWords']}>
          <span>{m.estimator_units_done({ done, of })}</span>
          <span>{done === of && of > 0 ? m.estimator_week_done() : m.estimator_projects_done({ done: completed, of: projects.length })}</span>
        </p>
      </div>
      <ProjectRows projects={projects} plain />
    </>
  );
}

/** Without an answer the way to the board is there all the same. */
function OwnRank({ visitor }: { visitor: string }) {
  const { data, isPending } = useQuery(leaderboard('week'));
  const own = data?.items.find(({ id }) => id === visitor);
  const standing =
    own && data
      ? { title: m.leaderboard_own({ rank: own.rank, of: data.items.length }), text: m.leaderboard_own_score({ score: own.score.toFixed(1) }) }
      : { title: data ? m.leaderboard_own_none() : isPending ? '\u00a0' : m.leaderboard_title(), text: m.leaderboard_open() };
  return (
    <section aria-labelledby="rank">
      <h2 id="rank" className={styles['section']}>
        {m.leaderboard_title()}
      </h2>
      <Link to={paths.leaderboard} search={{ period: 'week' }} className={styles['continue']} data-quiet>
        <Words {...standing} />
      </Link>
    </section>
  );
}
