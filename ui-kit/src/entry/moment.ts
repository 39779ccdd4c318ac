// Reads a moment that is typed as text, and writes one: a day in any of its forms and a time of day, in the product's
// time zone. The form of a moment is `2026-11-20T05:30:00Z`. Nothing is guessed: a day without a time is asked about.
import { clockOf, dayOf, formatDate, momentAt } from '../formats';
import { plain } from './characters';
import { isBusinessDay, readDay } from './day';

export type MomentReading =
  | { kind: 'empty' }
  | { kind: 'read'; moment: string }
  /** The text may mean these days, at this time. */
  | { kind: 'unclear'; days: string[]; clock: string }
  /** A day of a year that no record of the business has. */
  | { kind: 'year' }
  /** A day without a time of day. */
  | { kind: 'no-time' }
  | { kind: 'unreadable' };

/** An RFC 3339 time, as a program writes it. */
const WHOLE = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:\d{2})$/;
const CLOCK = /^(.*?)[ ,t]*(?:at )?(?<!\d)(\d{1,2})(?:[:.](\d{2})(?::(\d{2}))?)? ?(am|pm|a\.m\.|p\.m\.)?$/;

export function readMoment(text: string, thisYear: number): MomentReading {
  const typed = plain(text).toLowerCase();
  if (typed === '') return { kind: 'empty' };
  if (WHOLE.test(typed)) return readWhole(typed);
  const day = readDay(typed, thisYear);
  if (day.kind === 'read' || day.kind === 'unclear') return { kind: 'no-time' };
  if (day.kind === 'year') return day;
  const [, before = '', hours = '', minutes, seconds = '00', half] = CLOCK.exec(typed) ?? [];
  const clock = clockIn(hours, minutes, seconds, half);
  if (clock === undefined) return { kind: 'unreadable' };
  const reading = readDay(before, thisYear);
  if (reading.kind === 'read') return { kind: 'read', moment: written(momentAt(reading.day, clock)) };
  if (reading.kind === 'unclear') return { ...reading, clock };
  return reading.kind === 'year' ? reading : { kind: 'unreadable' };
}

function readWhole(typed: string): MomentReading {
  const moment = new Date(typed.toUpperCase());
  if (Number.isNaN(moment.getTime())) return { kind: 'unreadable' };
  return isBusinessDay(dayOf(moment)) ? { kind: 'read', moment: written(moment) } : { kind: 'year' };
}

/** Without fractions of a second that are none. */
const written = (moment: Date): string => moment.toISOString().replace('.000Z', 'Z');

/** `14:05:00`, if a day has that time. An hour alone is a time only as `9 am`. */
function clockIn(
  hours: string,
  minutes: string | undefined,
  seconds: string,
  half: string | undefined,
): string | undefined {
  if (minutes === undefined && half === undefined) return undefined;
  const typed = Number(hours);
  if (half !== undefined && (typed < 1 || typed > 12)) return undefined;
  const hour = half === undefined ? typed : (typed % 12) + (half.startsWith('p') ? 12 : 0);
  const minute = minutes ?? '00';
  if (hours === '' || hour > 23 || Number(minute) > 59 || Number(seconds) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minute}:${seconds}`;
}

/** `20 Nov 2026, 14:05`, with seconds where there are some, so that nothing is lost when it is left as it is. */
export function writeMoment(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : writeAt(dayOf(date), clockOf(date));
}

export const writeAt = (day: string, clock: string): string =>
  `${formatDate(day)}, ${clock.endsWith(':00') ? clock.slice(0, 5) : clock}`;

/** A time that a program has written, of a year that a record may have. */
export const isMoment = (value: string): boolean => WHOLE.test(value.toLowerCase()) && readWhole(value).kind === 'read';
