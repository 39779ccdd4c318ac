// This week's rotation, and the user's progress in it.
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { isCompleted, percentOf } from '../assess/flow';
import { LoadFailure, Notice } from '../parts/notice';
import { ProgressLine } from '../parts/progress-line';
import { ProjectRows, RowShades } from '../parts/project-row';
import screen from '../parts/screen.module.css';
import { week, type Week } from '../queries';
import type { Project } from '../shapes';
import styles from './index-page.module.css';

/** The maximum number of projects in a rotation. */
const MOST = 10;

/** `brief` shows the progress only, without the projects. */
export function ThisWeek({ brief = false }: { brief?: boolean }) {
  const { data, isError, error, refetch } = useQuery(week());
  return (
    <section aria-labelledby="week">
      <div className={styles['weekHead']}>
        <h2 id="week" className={styles['section']}>
          {m.estimator_week()}
        </h2>
        {data?.rotation?.weekStart && (
          <p className={screen['note']}>{m.estimator_week_of({ date: formatDate(data.rotation.weekStart) })}</p>
        )}
      </div>
      {data ? (
        data.projects.length > 0 ? (
          <WeekOf {...data} brief={brief} />
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
          {!brief && <RowShades count={MOST} />}
        </>
      )}
    </section>
  );
}

const sum = (projects: Project[], count: (project: Project) => number): number =>
  projects.reduce((total, project) => total + count(project), 0);

function WeekOf({ projects, brief }: Week & { brief: boolean }) {
  const done = sum(projects, (project) => Math.min(project.completedUnitsCount, project.unitsCount));
  const of = sum(projects, ({ unitsCount }) => unitsCount);
  const completed = projects.filter(isCompleted).length;
  return (
    <>
      <div className={styles['week']}>
        <ProgressLine label={m.estimator_week_progress()} percent={percentOf(done, of)} shown />
        <p className={styles['weekText']}>
          <span>{m.estimator_units_done({ done, of })}</span>
          <span>
            {done === of && of > 0
              ? m.estimator_week_done()
              : m.estimator_projects_done({ done: completed, of: projects.length })}
          </span>
        </p>
      </div>
      {!brief && <ProjectRows projects={projects} plain />}
    </>
  );
}
