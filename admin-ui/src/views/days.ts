// The days of a calendar, as texts such as `2026-11-20`. Weeks begin on the product's first day.
import { dayOf, dayOfWeek, region } from '@mizan/ui-kit/formats';

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const textOf = (date: Date): string => date.toISOString().slice(0, 10);

export function daysLater(day: string, count: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + count);
  return textOf(date);
}

/** The first day of a month, so many months later. */
export function monthsLater(day: string, count: number): string {
  const date = dateOf(day);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  return textOf(date);
}

const firstOfWeek = (day: string): string => daysLater(day, -dayOfWeek(day));

export const weekOf = (day: string): string[] =>
  Array.from({ length: 7 }, (_, index) => daysLater(firstOfWeek(day), index));

/** The weeks that a month touches. */
export function weeksOf(day: string): string[][] {
  const next = monthsLater(day, 1);
  const weeks: string[][] = [];
  for (let start = firstOfWeek(monthsLater(day, 0)); start < next; start = daysLater(start, 7))
    weeks.push(weekOf(start));
  return weeks;
}

/** The day of a date or a moment in the product's time zone; undefined without a value. */
export function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.length === 10 ? value : dayOf(new Date(value));
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(region(), { ...options, timeZone: 'UTC' }).format(dateOf(day));

/** `November 2026`. */
export const monthName = (day: string): string => format(day, { month: 'long', year: 'numeric' });

/** `16 – 22 Nov 2026`. */
export function weekName(days: string[]): string {
  const [from = '', to = from] = [days[0], days.at(-1)];
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(region(), options).formatRange(dateOf(from), dateOf(to));
}

/** `Mon`, or `Monday`. */
export const weekdayName = (day: string, weekday: 'short' | 'long'): string => format(day, { weekday });

/** `Monday, 16 November`. */
export const dayName = (day: string): string => format(day, { weekday: 'long', day: 'numeric', month: 'long' });
