// A project in a list, with the user's progress in it.
import { Link } from '@tanstack/react-router';
import { Icon, TICK } from '@mizan/ui-kit/icon';
import { m } from '@mizan/ui-kit/messages';
import type { Project } from '../shapes';
import { isCompleted, percentOf } from '../assess/flow';
import { paths } from '../paths';
import { ProgressLine } from './progress-line';
import screen from './screen.module.css';
import styles from './project-row.module.css';

/** `plain` leaves out what is the same for all projects of the list. */
export function ProjectRows({ projects, plain }: { projects: Project[]; plain?: boolean }) {
  return (
    <ul className={styles['rows']}>
      {projects.map((project) => (
        <li key={project._id}>
          <ProjectRow project={project} plain={plain ?? false} />
        </li>
      ))}
    </ul>
  );
}

function ProjectRow({ project, plain }: { project: Project; plain: boolean }) {
  const { completedUnitsCount: done, unitsCount: of } = project;
  const completed = isCompleted(project);
  return (
    <Link to={paths.project} params={{ projectId: project._id }} className={styles['row']}>
      <span className={styles['pair']}>
        <span className={styles['name']}>{project.name}</span>
        <span className={styles['state']} data-completed={completed || undefined}>
          {completed && <Tick />}
          {completed
            ? m.estimator_state_completed()
            : done > 0
              ? m.estimator_units_done({ done, of })
              : m.estimator_units({ count: of })}
        </span>
      </span>
      <span className={styles['pair']}>
        <span className={styles['location']}>
          {m.estimator_place({ location: project.location, developer: project.developer.name })}
        </span>
        <span className={styles['marks']}>
          {project.isThisWeek && !plain && <span className={styles['week']}>{m.estimator_state_this_week()}</span>}
          {project.agentsCompletedCount > 0 && (
            <span>{m.estimator_agents_done({ count: project.agentsCompletedCount })}</span>
          )}
        </span>
      </span>
      <span className={styles['line']}>
        <ProgressLine label={m.estimator_units_done({ done, of })} percent={percentOf(done, of)} />
      </span>
    </Link>
  );
}

export const Tick = () => <Icon path={TICK} size={16} />;

/** Skeletons with the height of rows. */
export function RowShades({ count }: { count: number }) {
  return (
    <div className={styles['rows']} role="status" aria-label={m.loading()}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles['row']}>
          <span className={`${screen['shade']} ${styles['shadeName']}`} />
          <span className={`${screen['shade']} ${styles['shadeLocation']}`} />
        </div>
      ))}
    </div>
  );
}
