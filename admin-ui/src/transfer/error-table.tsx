// The errors of a file by line, a part of them at a time, optionally of one column. All of them can be downloaded.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useMemo, useState, type ReactNode } from 'react';
import { saveAs } from '../data/download.ts';
import { Icon } from '../frame/icon.tsx';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import styles from './import.module.css';
import { errorGroups, errorsCsv, sortedErrors, wrongLines, type RowError } from './report.ts';

const PART = 200;
const MOST_GROUPS = 12;

export function ErrorTable({ errors, fileName }: { errors: RowError[]; fileName: string }) {
  const sorted = useMemo(() => sortedErrors(errors), [errors]);
  const groups = useMemo(() => errorGroups(errors), [errors]);
  const [column, setColumn] = useState<string | null>(null);
  const [parts, setParts] = useState(1);
  const chosen = useMemo(
    () => (column === null ? sorted : sorted.filter((error) => (error.column ?? '') === column)),
    [sorted, column],
  );
  const shown = chosen.slice(0, parts * PART);
  const lines = wrongLines(errors);
  const rest = chosen.length - shown.length;
  const choose = (next: string | null) => {
    setColumn(next);
    setParts(1);
  };
  const save = () => {
    const header: [string, string, string] = [m.import_error_line(), m.import_error_column(), m.import_error_message()];
    saveAs(
      new Blob([errorsCsv(sorted, header)], { type: 'text/csv;charset=utf-8' }),
      `${fileName.replace(/\.\w+$/, '')}-errors.csv`,
    );
  };

  return (
    <div className={styles.errors}>
      <div className={styles.errorHead}>
        <p className={styles.errorCount}>{m.import_wrong_lines({ count: lines, shown: formatNumber(lines) })}</p>
        <Button look="secondary" icon={<Icon name="download" size={16} />} onClick={save}>
          {m.import_errors_download()}
        </Button>
      </div>
      {groups.length > 1 && (
        <div className={styles.groups} role="group" aria-label={m.import_error_filter()}>
          <Group
            label={m.import_error_all()}
            count={errors.length}
            pressed={column === null}
            onPress={() => choose(null)}
          />
          {groups.slice(0, MOST_GROUPS).map((group) => (
            <Group
              key={group.column}
              label={group.column || m.import_error_whole_line()}
              count={group.count}
              pressed={column === group.column}
              onPress={() => choose(group.column)}
            />
          ))}
        </div>
      )}
      <ScrollRegion className={`${styles.scroll} ${styles.tall}`} label={m.import_error_table()}>
        <table className={`${styles.table} ${styles.errorTable}`}>
          <thead>
            <tr>
              <th scope="col" className={styles.line}>
                {m.import_error_line()}
              </th>
              <th scope="col" className={styles.wide}>
                {m.import_error_column()}
              </th>
              <th scope="col">{m.import_error_message()}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((error, index) => (
              // A line may have the same error twice.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td className={styles.line}>{error.line === null ? '' : formatNumber(error.line)}</td>
                <td className={styles.wide}>{columnOf(error)}</td>
                <td className={styles.message} dir="auto">
                  <span className={styles.above}>{columnOf(error)}</span>
                  {error.message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className={styles.errorFoot}>
        <p className={styles.quiet} role="status">
          {m.import_errors_showing({ shown: formatNumber(shown.length), total: formatNumber(chosen.length) })}
        </p>
        {rest > 0 && (
          <Button look="quiet" onClick={() => setParts(parts + 1)}>
            {m.import_errors_more({ count: formatNumber(Math.min(PART, rest)) })}
          </Button>
        )}
      </div>
    </div>
  );
}

const columnOf = ({ column }: RowError): ReactNode =>
  column ? <code className={styles.code}>{column}</code> : m.import_error_whole_line();

interface GroupProps {
  label: string;
  count: number;
  pressed: boolean;
  onPress: () => void;
}

function Group({ label, count, pressed, onPress }: GroupProps) {
  return (
    <button type="button" className={styles.group} aria-pressed={pressed} onClick={onPress}>
      {label} <span className={styles.groupCount}>{formatNumber(count)}</span>
    </button>
  );
}
