// "Continue where you left": the first card for estimators, at `/home` and at `/estimations`.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '@mizan/ui-kit/messages';
import { lastUnit } from '../last-unit';
import screen from '../parts/screen.module.css';
import { paths } from '../paths';
import { begun } from '../queries';
import styles from './index-page.module.css';
import { wayOn, TitleAndText } from './way-on';

/**
 * The last unit that was open on this device, unless its project is completed; else any project that was begun, or the
 * projects that are not started.
 */
export function WhereOneLeft({ visitor }: { visitor: string }) {
  const { data: projects, isPending } = useQuery(begun());
  if (isPending) return <div className={`${screen['shade']} ${styles['shadeContinue']}`} />;
  const last = lastUnit(visitor);
  const left = projects?.find(({ _id }) => _id === last?.projectId) ?? projects?.[0];
  if (!left) {
    return (
      <Link to={paths.assessments} search={{ filter: 'not-started' }} className={wayOn}>
        <TitleAndText title={m.estimator_begin_title()} text={m.estimator_begin_text()} />
      </Link>
    );
  }
  const content = (
    <TitleAndText
      title={m.estimator_continue_title()}
      text={m.estimator_continue_text({ project: left.name, done: left.completedUnitsCount, of: left.unitsCount })}
    />
  );
  return last?.projectId === left._id ? (
    <Link to={paths.unit} params={{ projectId: last.projectId, unitId: last.unitId }} className={wayOn}>
      {content}
    </Link>
  ) : (
    <Link to={paths.project} params={{ projectId: left._id }} className={wayOn}>
      {content}
    </Link>
  );
}
