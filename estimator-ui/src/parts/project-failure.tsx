// In place of a project that is not there, or did not come.
import { Link } from '@tanstack/react-router';
import { buttonClass } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { isMissing } from '../api';
import { paths } from '../paths';
import { LoadFailure, Notice } from './notice';

export function ProjectFailure({ error, retry }: { error: unknown; retry: () => void }) {
  if (!isMissing(error))
    return <LoadFailure level={1} title={m.estimator_project_failed()} error={error} retry={retry} />;
  return (
    <Notice level={1} title={m.estimator_project_missing_title()} text={m.estimator_project_missing_text()}>
      <Link to={paths.assessments} className={buttonClass({ look: 'secondary' })}>
        {m.estimator_project_back()}
      </Link>
    </Notice>
  );
}
