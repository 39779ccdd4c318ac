// The overview card of next week's rotation: its projects, or that there is none yet.
import { Card, CardNotice, paths, useMay, useResourceNamed } from '@mizan/admin-ui/module';
import { formatDate } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { CalendarPlus } from 'lucide-react';
import { Link } from 'react-router';
import { projectsOf } from './projects-of.ts';
import styles from './rotations.module.css';
import { useWeeks } from './use-weeks.ts';

export default function NextWeek() {
  const { mondays, takenBy, loaded, failed } = useWeeks();
  const projects = useResourceNamed('projects');
  const opens = useMay()(projects, 'view');
  const monday = mondays[1] ?? '';
  const rotation = takenBy.get(monday);
  const to = rotation ? paths.view('backoffice', 'rotations', rotation.id) : paths.list('backoffice', 'rotations');
  return (
    <Card title={m.rotations_next_week()} to={to} icon={<CalendarPlus size={18} aria-hidden="true" />}>
      {failed && <CardNotice>{m.rotations_next_failed()}</CardNotice>}
      {!failed && !loaded && <CardNotice>&nbsp;</CardNotice>}
      {loaded && !failed && !rotation && <CardNotice>{m.rotations_next_none({ date: formatDate(monday) })}</CardNotice>}
      {rotation && (
        <ul className={styles.planned} aria-label={m.rotations_projects()}>
          {projectsOf(rotation).map(({ _id, name }) => (
            <li key={_id}>
              {opens ? (
                <Link to={paths.view('backoffice', 'projects', _id)} dir="auto">
                  {name}
                </Link>
              ) : (
                <span dir="auto">{name}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
