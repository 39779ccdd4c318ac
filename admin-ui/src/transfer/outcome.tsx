// The result of a check or an import in numbers, and the next steps.
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Link } from 'react-router';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { backToList } from '../list/last-list.ts';
import { Aside } from './aside.tsx';
import { ErrorTable } from './error-table.tsx';
import styles from './import.module.css';
import type { ImportReport } from './report.ts';
import { WritingQuestions } from './writing-choice.tsx';
import type { Writing, WritingPart } from './writing.ts';

interface Props {
  resource: Resource;
  writing: Writing | undefined;
  /** A change is being checked. */
  busy: boolean;
  kind: 'checked' | 'refused' | 'done';
  report: ImportReport;
  fileName: string;
  onAnswer: (part: WritingPart, value: string) => void;
  onReplace: () => void;
  onImport: () => void;
  /** Opens the changes to be looked at and corrected; undefined where the server plans none. */
  onLook: (() => void) | undefined;
  onAgain: () => void;
}

export function Outcome({ resource, kind, report, fileName, writing, busy, ...on }: Props) {
  const { created, updated, skipped, errors } = report;
  const rows = created + updated;
  const done = kind === 'done';
  const wrong = errors.length > 0;
  return (
    <>
      {kind !== 'refused' && (
        <dl className={styles.numbers}>
          <Count label={done ? m.import_done_created() : m.import_created()} value={created} />
          <Count label={done ? m.import_done_updated() : m.import_updated()} value={updated} />
          <Count label={done ? m.import_done_skipped() : m.import_skipped()} value={skipped} />
          {!done && <Count label={m.import_wrong()} value={errors.length} wrong={wrong} />}
        </dl>
      )}
      {kind !== 'refused' && <Aside report={report} done={done} />}
      {wrong && (
        <>
          {writing && <WritingQuestions writing={writing} busy={busy} onAnswer={on.onAnswer} />}
          <div className={styles.refused}>
            <Icon name="warning" size={18} />
            <p>
              {kind === 'refused' ? m.import_refused() : m.import_refusing()} {m.import_clear_errors()}
            </p>
            <Button look="secondary" onClick={on.onReplace}>
              {m.import_choose_corrected()}
            </Button>
          </div>
          {report.stoppedAt !== undefined && (
            <p className={styles.quiet}>{m.import_stopped({ line: formatNumber(report.stoppedAt) })}</p>
          )}
          {on.onLook && (
            <div className={styles.actions}>
              <Button look="secondary" disabled={busy} onClick={on.onLook}>
                {m.set_look_first()}
              </Button>
              <p className={styles.quiet}>{m.set_look_corrects()}</p>
            </div>
          )}
          <ErrorTable errors={errors} fileName={fileName} />
        </>
      )}
      {!wrong && !done && (
        <p className={styles.quiet}>{rows > 0 ? m.import_ready() : m.import_nothing({ noun: resource.noun })}</p>
      )}
      {!wrong && !done && rows > 0 && (
        <div className={styles.actions}>
          <Button disabled={busy} onClick={on.onImport}>
            {m.import_submit({ count: rows, shown: formatNumber(rows) })}
          </Button>
          {on.onLook && (
            <Button look="secondary" disabled={busy} onClick={on.onLook}>
              {m.set_look_first()}
            </Button>
          )}
        </div>
      )}
      {done && (
        <div className={styles.actions}>
          <Link className={buttonClass({})} to={backToList(resource)}>
            {m.import_done_list({ label: resource.label })}
          </Link>
          <Button look="secondary" onClick={on.onAgain}>
            {m.import_again()}
          </Button>
        </div>
      )}
    </>
  );
}

function Count({ label, value, wrong = false }: { label: string; value: number; wrong?: boolean }) {
  return (
    <div className={styles.count} data-wrong={wrong || undefined}>
      <dt>{label}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}
