// The week of a rotation: Mondays only, those of other rotations named and not to be chosen. A new rotation gets the next
// free one.
import type { InputProps } from '@mizan/admin-ui/module';
import { formatDate } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef } from 'react';
import { useRecordContext } from 'ra-core';
import { useWeeks } from './use-weeks.ts';
import styles from './rotations.module.css';

export default function WeekInput({ id, value, disabled, wrong, describedBy, onChange }: InputProps<string | null>) {
  const record = useRecordContext();
  const { mondays, takenBy, nextFree } = useWeeks();
  // Once: who wants no week says so.
  const proposed = useRef(false);
  useEffect(() => {
    if (proposed.current || nextFree === undefined) return;
    proposed.current = true;
    if (!record && !value) onChange(nextFree);
  }, [record, value, nextFree, onChange]);
  const own = record?.['weekStart'] as string | undefined;
  const offered = [...new Set([...mondays, ...(value ? [value] : []), ...(own ? [own] : [])])].toSorted();
  const labelOf = (monday: string): string => {
    const date = formatDate(monday);
    const other = monday === own ? undefined : takenBy.get(monday);
    if (other) return m.rotations_week_taken({ date, name: `\u2068${String(other['name'])}\u2069` });
    if (monday === mondays[0]) return m.rotations_week_this({ date });
    return monday === nextFree ? m.rotations_week_next({ date }) : date;
  };
  return (
    <select
      id={id}
      className={styles.week}
      value={value ?? ''}
      disabled={disabled}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{m.rotations_week_none()}</option>
      {offered.map((monday) => (
        <option key={monday} value={monday} disabled={monday !== value && monday !== own && takenBy.has(monday)}>
          {labelOf(monday)}
        </option>
      ))}
    </select>
  );
}
