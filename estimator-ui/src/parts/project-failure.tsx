// Shown in place of a project that does not exist, could not be loaded, or is not cached while offline.
import { Link } from '@tanstack/react-router';
import { buttonClass } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { isOutOfReach, useSession } from '@mizan/ui-kit/session';
import { isMissing } from '../api';
import { paths } from '../paths';
import { LoadFailure, Notice } from './notice';

export function ProjectFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const { offline } = useSession();
  const isElsewhere = offline && isOutOfReach(error);
  if (!isElsewhere && !isMissing(error))
    return <LoadFailure level={1} title={m.estimator_project_failed()} error={error} retry={retry} />;
  const texts = isElsewhere
    ? { title: m.offline_missing_title(), text: m.offline_missing_text() }
    : { title: m.estimator_project_missing_title(), text: m.estimator_project_missing_text() };
  return (
    <Notice level={1} {...texts}>
      <Link to={paths.assessments} className={buttonClass({ look: 'secondary' })}>
        {m.estimator_project_back()}
      </Link>
    </Notice>
  );
}
