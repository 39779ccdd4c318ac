// The days of a month in weeks, and the steps between days.
import { dayOfWeek } from '../formats';

const DAY_MS = 86_400_000;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayAt(at(day).getTime() + days * DAY_MS);

/** The same day of another month, or the last one of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = at(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return dayAt(first.getTime());
}

/** Six weeks around the month, so that every month is as high; days of other months are undefined. */
export function weeksOf(day: string): (string | undefined)[][] {
  const month = day.slice(0, 7);
  const start = addDays(`${month}-01`, -dayOfWeek(`${month}-01`));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => addDays(start, 7 * week + index)).map((one) =>
      one.startsWith(month) ? one : undefined,
    ),
  );
}
