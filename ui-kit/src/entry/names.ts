// The names of days and months, for the calendar. Apart from the other formats, which every screen loads.
import { region } from '../formats';
import { product } from '../product';

const describeDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(region(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** `November 2026`, of a day such as `2026-11-20`. */
export const formatMonth = (day: string): string => describeDay(day, { month: 'long', year: 'numeric' });

/** `Friday, 20 November 2026`. */
export const formatDayName = (day: string): string =>
  describeDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** The days of the week from the product's first, `Mon` and `Monday`. */
export function formatWeekdays(): { short: string; long: string }[] {
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) => {
    const day = `2024-01-${String(product().firstDayOfWeek + index).padStart(2, '0')}`;
    return { short: describeDay(day, { weekday: 'short' }), long: describeDay(day, { weekday: 'long' }) };
  });
}
