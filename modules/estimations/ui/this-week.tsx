// The overview card of this week's rotation, with the coverage of each project.
import { Card, CardNotice, paths, useMay, useResourceNamed } from '@mizan/admin-ui/module';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { can, useSession } from '@mizan/ui-kit/session';
import { CalendarCheck } from 'lucide-react';
import { Link } from 'react-router';
import { share, useWeekCoverage, type ProjectCoverage } from './coverage.ts';
import styles from './this-week.module.css';

export default function ThisWeek() {
  const { me } = useSession();
  const { data: week, isError, isPending } = useWeekCoverage(can(me, 'analytics', 'read'));
  const to = week ? paths.view('backoffice', 'rotations', week.id) : paths.list('backoffice', 'rotations');
  const icon = <CalendarCheck size={18} aria-hidden="true" />;
  if (isError || week === null) {
    return (
      <Card title={m.coverage_title()} to={to} icon={icon}>
        <CardNotice>{isError ? m.coverage_failed() : m.coverage_none()}</CardNotice>
      </Card>
    );
  }
  const units = week?.projects.reduce((sum, one) => sum + one.units, 0) ?? 0;
  const estimated = week?.projects.reduce((sum, one) => sum + one.estimated, 0) ?? 0;
  return (
    <Card title={m.coverage_title()} to={to} icon={icon}>
      <div className={styles.sum} aria-busy={isPending}>
        <p className={styles.share}>{week ? percent({ units, estimated }) : ' '}</p>
        <p className={styles.of}>
          {week && m.coverage_of({ estimated: formatNumber(estimated), units: formatNumber(units) })}
        </p>
      </div>
      {week?.projects.length === 0 && <CardNotice>{m.coverage_empty({ name: week.name })}</CardNotice>}
      <ul className={styles.projects}>
        {week?.projects.map((project) => (
          <Project key={project.id} project={project} />
        ))}
      </ul>
    </Card>
  );
}

function Project({ project }: { project: ProjectCoverage }) {
  const projects = useResourceNamed('projects');
  const opens = useMay()(projects, 'view');
  return (
    <li className={styles.project}>
      {opens ? (
        <Link className={styles.name} to={paths.view('backoffice', 'projects', project.id)} dir="auto">
          {project.name}
        </Link>
      ) : (
        <span className={styles.name} dir="auto">
          {project.name}
        </span>
      )}
      <span className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${share(project) * 100}%` }} />
      </span>
      <span className={styles.percent}>{percent(project)}</span>
    </li>
  );
}

/** Rounded down, so that 100 % means all. */
const percent = (of: Pick<ProjectCoverage, 'units' | 'estimated'>): string =>
  m.coverage_share({ share: formatNumber(Math.floor(share(of) * 100)) });
