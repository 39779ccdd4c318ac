// The weeks of a month as a table: a row for each week, a cell for each day.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useState } from 'react';
import type { RaRecord } from 'ra-core';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import { CalendarEntry, type CalendarParts } from './calendar-entry.tsx';
import styles from './calendar.module.css';
import { dayName, weekdayName } from './days.ts';

interface Props extends CalendarParts {
  weeks: string[][];
  /** `2026-11`: days of other months are paler. */
  month: string;
  name: string;
}

/** So many records of a day are shown before it is opened. */
const MOST = 3;

export function Month({ weeks, month, name, entries, today, ...parts }: Props) {
  return (
    <ScrollRegion className={styles.weeks} label={name}>
      <table className={styles.month}>
        <caption className={unseen.unseen}>{name}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className={styles.weekday}>
                <abbr title={weekdayName(day, 'long')}>{weekdayName(day, 'short')}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  className={styles.day}
                  data-outside={!day.startsWith(month) || undefined}
                  data-today={day === today || undefined}
                >
                  <Day day={day} records={entries.get(day) ?? []} {...parts} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface DayProps extends Omit<CalendarParts, 'entries' | 'today'> {
  day: string;
  records: RaRecord<string>[];
}

function Day({ day, records, ...parts }: DayProps) {
  const [opened, setOpened] = useState(false);
  const hidden = records.length - MOST;
  // A single one has as much room as the button for it.
  const shown = opened || hidden <= 1 ? records : records.slice(0, MOST);
  return (
    <>
      <time dateTime={day} className={styles.date}>
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className={unseen.unseen}>{dayName(day)}</span>
      </time>
      {records.length > 0 && (
        <ul className={styles.entries}>
          {shown.map((record) => (
            <li key={record.id}>
              <CalendarEntry {...parts} record={record} />
            </li>
          ))}
        </ul>
      )}
      {hidden > 1 && (
        <button type="button" className={styles.more} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? m.list_view_calendar_less() : m.list_view_calendar_others({ count: formatNumber(hidden) })}
        </button>
      )}
    </>
  );
}
