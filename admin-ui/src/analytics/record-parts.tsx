// What a record consists of, such as each estimate of a unit: a number of them, which opens their list.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { withUnit } from '../charts/numbers.ts';
import type { RecordPart } from './answers.ts';
import styles from './answer-table.module.css';

interface Props {
  of: RecordPart[];
  /** A plural word. */
  label: string;
  unit: string;
  /** Whether the list is open at first. */
  open: boolean;
}

export function RecordParts({ of: parts, label, unit, open }: Props) {
  if (parts.length === 0) return <span className={styles.missing}>{m.analytics_no_value()}</span>;
  const highest = parts.toSorted((one, other) => other.value - one.value);
  return (
    <details open={open} className={styles.parts}>
      <summary>{m.analytics_parts({ label, count: formatNumber(parts.length) })}</summary>
      <ul>
        {highest.map(({ of, value }) => (
          <li key={of.key}>
            <bdi>{of.label}</bdi> <span className={styles.part}>{withUnit(value, unit)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
