// Formats numbers, money and dates by the values of the product: its region, its currency and its time zone.
import { m } from '@mizan/ui-kit/messages';
import { product } from './product';
import { formatter, region, zone } from './region';

export { region, zone } from './region';

const numbers = formatter((of, digits: string) => {
  const [maximumFractionDigits = 0, minimumFractionDigits = 0] = digits.split(' ').map(Number);
  return new Intl.NumberFormat(of, { minimumFractionDigits, maximumFractionDigits });
});
const days = formatter(
  (of, timeZone: string) => new Intl.DateTimeFormat(of, { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
);
const times = formatter(
  (of) => new Intl.DateTimeFormat(of, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone() }),
);
const exactTimes = formatter(
  (of) => new Intl.DateTimeFormat(of, { timeStyle: 'medium', hourCycle: 'h23', timeZone: zone() }),
);

/** With at most `digits` decimals, and at least `least`. */
export function formatNumber(value: number, digits = 2, least = 0): string {
  return numbers(`${digits} ${least}`).format(value);
}

/** The sign before decimals, `.` or `,`. */
export const decimalSign = (): string => formatNumber(0.5).replaceAll(/\p{Nd}/gu, '');

const compact = formatter((of) => new Intl.NumberFormat(of, { notation: 'compact', maximumSignificantDigits: 3 }));

/** A short number: `1.2M`, `95K`, `0.25`. */
export function formatCompact(value: number): string {
  return compact().format(value).replace(/^-/, '−');
}

const leading = formatter(
  (of) => new Intl.NumberFormat(of, { notation: 'compact', minimumSignificantDigits: 3, maximumSignificantDigits: 3 }),
);

/** A number by its three leading figures: `1.20M`, `95.0K`, `0.250`. */
export function formatLeading(value: number): string {
  return leading().format(value).replace(/^-/, '−');
}

const amounts = formatter(
  (of, currency: string) => new Intl.NumberFormat(of, { style: 'currency', currency, currencyDisplay: 'code' }),
);

/** An amount with the code of its currency, `EUR 1,250,000`; a whole one without decimals. */
export function formatMoney(value: number, currency = product().currency): string {
  const format = amounts(currency);
  const digits = Number.isInteger(value) ? 0 : format.resolvedOptions().maximumFractionDigits;
  // Some regions separate amounts by other signs than numbers, of which a screen shows both.
  const number = formatNumber(value, digits, digits);
  return format.formatToParts(1)[0]?.type === 'currency' ? `${currency} ${number}` : `${number} ${currency}`;
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** `20 Nov 2026`. A date is the same everywhere; for a time it is the date in the product's time zone. */
export function formatDate(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  const parts = days(isDay(value) ? 'UTC' : zone()).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')}`;
}

/** `20 Nov` of a day, `Nov 2026` of a month such as `2026-11`. */
export function formatShortDate(value: string): string {
  const [day = '', month = '', year = ''] = formatDate(value.length === 7 ? `${value}-01` : value).split(' ');
  return value.length === 7 ? `${month} ${year}` : `${day} ${month}`;
}

/** The date in the product's time zone for a date input: `2026-11-20`. */
export function dayOf(moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone() }).format(moment);
}

const DAY = 86_400_000;
const local = formatter(
  () => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone() }),
);

/** How far the product's time zone is ahead of UTC at this time, in milliseconds. */
function offsetAt(time: number): number {
  const second = Math.floor(time / 1000) * 1000;
  return Date.parse(`${local().format(second).replace(' ', 'T')}Z`) - second;
}

/**
 * The moment of a day and a time such as `14:05:00` in the product's time zone: the first of two where clocks are set back,
 * and as long after the change as it is after the last time before where they are set forward.
 */
export function momentAt(day: string, clock: string): Date {
  const time = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(time)) return new Date(time);
  const [before, after] = [offsetAt(time - DAY), offsetAt(time + DAY)];
  const isAfter = offsetAt(time - before) !== before && offsetAt(time - after) === after;
  return new Date(time - (isAfter ? after : before));
}

/** The time of day in the product's time zone: `14:05:00`. */
export function clockOf(moment: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23', timeZone: zone() }).format(moment);
}

/** The last second of a day in the product's time zone. */
export function endOfDay(day: string): string {
  const next = new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);
  return new Date(momentAt(next, '00:00:00').getTime() - 1000).toISOString();
}

/** How many days a day is after the first one of its week. */
export const dayOfWeek = (day: string): number => (new Date(day).getUTCDay() - product().firstDayOfWeek + 7) % 7;

/** The place that the product's time zone is named after: `Berlin`. */
export const placeOfZone = (): string => zone().split('/').at(-1)?.replaceAll('_', ' ') ?? '';

/** `14:05`, in the product's time zone. */
export function formatTime(value: string): string {
  return times().format(new Date(value));
}

/** `20 Nov 2026, 14:05`, in the product's time zone. */
export function formatDateTime(value: string): string {
  if (Number.isNaN(new Date(value).getTime())) return value;
  return m.format_date_time({ date: formatDate(value), time: formatTime(value) });
}

/** `20 Nov 2026, 14:05:09`, in the product's time zone. */
export function formatExactTime(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return value;
  return m.format_date_time({ date: formatDate(value), time: exactTimes().format(moment) });
}

/** `Friday, 20 November`, in the product's time zone. */
export function formatWeekday(moment: Date): string {
  return new Intl.DateTimeFormat(region(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: zone() }).format(
    moment,
  );
}

/** The hour of the day in the product's time zone, 0 to 23. */
export function hourOf(moment: Date): number {
  const text = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone() }).format(moment);
  return Number(text);
}
