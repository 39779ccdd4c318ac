// What is said about a text that means no number or no day, and the meanings that are offered instead.
import { m } from '@mizan/ui-kit/messages';
import { FIRST_YEAR, LAST_YEAR, readDay, writeDay, type DayReading } from './day';
import { readMoment, writeAt, type MomentReading } from './moment';
import { readNumber, writeNumber, type Limits, type NumberReading } from './number';
import { thisYear } from './this-year';

/** The message for a text that is no number; undefined for a number and for nothing. */
export function numberProblem(text: string, limits?: Limits): string | undefined {
  const reading = readNumber(text, limits);
  if (reading.kind === 'unreadable') return m.entry_number_unreadable();
  return reading.kind === 'unclear' ? unclear(meaningsOf(reading)) : undefined;
}

/** The message for a text that is no day; undefined for a day and for nothing. */
export function dayProblem(text: string): string | undefined {
  const reading = readDay(text, thisYear());
  if (reading.kind === 'unreadable') return m.entry_day_unreadable();
  if (reading.kind === 'year') return m.entry_day_year({ first: FIRST_YEAR, last: LAST_YEAR });
  return reading.kind === 'unclear' ? unclear(meaningsOf(reading)) : undefined;
}

/** The message for a text that is no moment; undefined for a moment and for nothing. */
export function momentProblem(text: string): string | undefined {
  const reading = readMoment(text, thisYear());
  if (reading.kind === 'unreadable') return m.entry_moment_unreadable();
  if (reading.kind === 'no-time') return m.entry_moment_no_time();
  if (reading.kind === 'year') return m.entry_day_year({ first: FIRST_YEAR, last: LAST_YEAR });
  return reading.kind === 'unclear' ? unclear(meaningsOf(reading)) : undefined;
}

/** What an unclear text may mean, as it would be shown. */
export function meaningsOf(reading: NumberReading | DayReading | MomentReading): string[] {
  if (reading.kind !== 'unclear') return [];
  if ('clock' in reading) return reading.days.map((day) => writeAt(day, reading.clock));
  return 'days' in reading ? reading.days.map(writeDay) : reading.values.map(writeNumber);
}

function unclear([first = '', second]: string[]): string {
  return second === undefined ? m.entry_unclear_one({ first }) : m.entry_unclear_two({ first, second });
}
