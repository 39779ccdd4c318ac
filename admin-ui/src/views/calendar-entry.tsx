// A record in a calendar: a link to it, after its time of day where it has one.
import { formatTime } from '@mizan/ui-kit/formats';
import type { RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { hintOf, titleOf, type Resource } from '../document/resources.ts';
import styles from './calendar.module.css';

export interface CalendarParts {
  resource: Resource;
  /** The records of each day. */
  entries: Map<string, RaRecord<string>[]>;
  today: string;
  open: (record: RaRecord<string>) => string | undefined;
  /** The date or moment that they are ordered by. */
  field: string;
}

interface Props extends Omit<CalendarParts, 'entries' | 'today'> {
  record: RaRecord<string>;
}

export function CalendarEntry({ resource, record, open, field }: Props) {
  const to = open(record);
  const value = record[field] as unknown;
  const time = typeof value === 'string' && value.length > 10 ? formatTime(value) : undefined;
  const content = (
    <>
      {time && <span className={styles.time}>{time} </span>}
      <span dir="auto">{titleOf(resource, record)}</span>
    </>
  );
  const hint = hintOf(resource, record);
  return to === undefined ? (
    <span className={styles.entry} title={hint || undefined}>
      {content}
    </span>
  ) : (
    <Link to={to} className={styles.entry} title={hint || undefined}>
      {content}
    </Link>
  );
}
