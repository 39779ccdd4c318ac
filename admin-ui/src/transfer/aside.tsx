// Additional results of an import: records of other resources that it creates, and why rows are skipped.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useResources } from '../document/context.tsx';
import { nounOf } from '../document/resources.ts';
import styles from './import.module.css';
import { skipReasons, type ImportReport, type SkipReason } from './report.ts';

export function Aside({ report, done }: { report: ImportReport; done: boolean }) {
  const resources = useResources();
  const created = Object.entries(report.made ?? {}).map(([name, count]) => {
    const resource = resources.find((one) => one.name === name);
    return `${formatNumber(count)} ${resource ? nounOf(resource, count) : name}`;
  });
  const rows = report.skippedRows ?? [];
  const list = created.join(', ');
  return (
    <>
      {created.length > 0 && (
        <p className={styles.quiet}>{done ? m.import_made({ list }) : m.import_would_make({ list })}</p>
      )}
      {rows.length > 0 && (
        <details className={styles.skipped}>
          <summary>{m.import_skipped_why()}</summary>
          <ul>
            {skipReasons(rows).map((reason) => (
              <li key={reason.reason} dir="auto">
                {describeSkipped(reason)}
              </li>
            ))}
          </ul>
          {rows.length < report.skipped && (
            <p className={styles.quiet}>{m.import_skipped_first({ count: formatNumber(rows.length) })}</p>
          )}
        </details>
      )}
    </>
  );
}

function describeSkipped({ reason, lines }: SkipReason): string {
  const line = formatNumber(lines[0] ?? 0);
  return lines.length === 1
    ? m.import_skipped_line({ reason, line })
    : m.import_skipped_lines({ reason, count: formatNumber(lines.length), line });
}
