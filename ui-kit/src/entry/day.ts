// Reads a day that is typed as text, and writes one. The form of a day is `2026-11-20`. Nothing is guessed: `7/8/2026`
// and years of two digits are asked about.
import { formatDate } from '../formats';
import { plain } from './characters';

export type DayReading =
  | { kind: 'empty' }
  | { kind: 'read'; day: string }
  /** The text may mean these. */
  | { kind: 'unclear'; days: string[] }
  /** A day of a year that no record of the business has. */
  | { kind: 'year' }
  | { kind: 'unreadable' };

export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2200;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const ISO = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const NUMBERS = /^(\d{1,2})( ?[-/. ] ?)(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[ .\-/]*(\p{L}{3,})\.?(?:[ ,.\-/]*(\d{4}|\d{2}))?$/u;
const MONTH_DAY = /^(\p{L}{3,})\.?[ -]*(\d{1,2})(?:st|nd|rd|th)?(?:[ ,-]+(\d{4}|\d{2}))?$/u;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[., ]+(?=.*\d)/;

/** `thisYear` is that of a day without one, such as `20 nov`. */
export function readDay(text: string, thisYear: number): DayReading {
  const typed = plain(text).toLowerCase().replace(WEEKDAY, '');
  if (typed === '') return { kind: 'empty' };
  const iso = ISO.exec(typed);
  if (iso) return reading([[iso[1], iso[3], iso[4]]]);
  const numbers = NUMBERS.exec(typed);
  if (numbers) {
    const [, one, , other, year] = numbers;
    return reading([
      [year, other, one],
      [year, one, other],
    ]);
  }
  const named = DAY_MONTH.exec(typed);
  const [day, month, year] = named ? named.slice(1) : inverted(MONTH_DAY.exec(typed));
  if (day === undefined || month === undefined) return { kind: 'unreadable' };
  const found = monthOf(month);
  return found === undefined ? { kind: 'unreadable' } : reading([[year ?? String(thisYear), String(found), day]]);
}

const inverted = (found: RegExpExecArray | null): (string | undefined)[] =>
  found ? [found[2], found[1], found[3]] : [];

type Parts = [year: string | undefined, month: string | undefined, day: string | undefined];

function reading(all: Parts[]): DayReading {
  const days = [...new Set(all.flatMap((parts) => dayOfParts(parts) ?? []))];
  const [first] = days;
  if (first === undefined) return { kind: 'unreadable' };
  const possible = days.filter(isBusinessDay);
  if (possible.length === 0) return { kind: 'year' };
  const shortYear = all.some(([year]) => year?.length === 2);
  return possible.length > 1 || shortYear ? { kind: 'unclear', days: possible } : { kind: 'read', day: first };
}

/** The day, if the calendar has it. Two digits are a year of this century. */
function dayOfParts([year = '', month = '', day = '']: Parts): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : undefined;
}

/** The month, from 1, of a name or its beginning. */
function monthOf(name: string): number | undefined {
  const own = (at: number) => formatDate(`2026-${String(at + 1).padStart(2, '0')}-15`).split(' ')[1] ?? '';
  const at = MONTHS.findIndex(
    (month, index) => month.startsWith(name) || (name === 'sept' && index === 8) || own(index).toLowerCase() === name,
  );
  return at < 0 ? undefined : at + 1;
}

/** An existing day in this form: not 30 February. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** A day that a record may have. */
export function isBusinessDay(value: string): boolean {
  const year = Number(value.slice(0, 4));
  return isDay(value) && year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** `20 Nov 2026`. */
export const writeDay = (day: string): string => formatDate(day);
