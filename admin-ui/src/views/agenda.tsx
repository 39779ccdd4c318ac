// The days of a week below each other, for phones.
import { CalendarEntry, type CalendarParts } from './calendar-entry.tsx';
import styles from './calendar.module.css';
import { dayName } from './days.ts';

export function Agenda({ days, entries, today, ...parts }: CalendarParts & { days: string[] }) {
  return (
    <ol className={styles.agenda}>
      {days.map((day) => (
        <li key={day} className={styles.agendaDay} data-today={day === today || undefined}>
          <h3 className={styles.agendaName}>
            <time dateTime={day}>{dayName(day)}</time>
          </h3>
          {entries.has(day) && (
            <ul className={styles.entries}>
              {entries.get(day)?.map((record) => (
                <li key={record.id}>
                  <CalendarEntry {...parts} record={record} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
