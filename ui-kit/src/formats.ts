// Formats numbers, money, dates and labels. Digits are Latin in every language; times are Dubai's.
import { m } from '@mizan/ui-kit/messages';
import { getLocale } from '@mizan/ui-kit/locale';

/** The product's time zone. */
export const ZONE = 'Asia/Dubai';
const REGIONS: Record<string, string> = { en: 'en-AE', ar: 'ar-AE-u-nu-latn' };
/** The language and region of all formats. */
export const region = (): string => REGIONS[getLocale()] ?? 'en-AE';

/**
 * A formatter for each language and variant, created on first use, because creating one takes longer than rendering a
 * row.
 */
function formatter<Format, Variant = void>(
  make: (region: string, variant: Variant) => Format,
): (variant: Variant) => Format {
  const formats = new Map<string, Format>();
  return (variant) => {
    const key = `${region()} ${String(variant)}`;
    const found = formats.get(key) ?? make(region(), variant);
    formats.set(key, found);
    return found;
  };
}

const numbers = formatter((of, digits: number) => new Intl.NumberFormat(of, { maximumFractionDigits: digits }));
const days = formatter(
  (of, timeZone: string) => new Intl.DateTimeFormat(of, { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
);
const times = formatter(
  (of) => new Intl.DateTimeFormat(of, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: ZONE }),
);
const exactTimes = formatter(
  (of) => new Intl.DateTimeFormat(of, { timeStyle: 'medium', hourCycle: 'h23', timeZone: ZONE }),
);
const relatives = formatter((of) => new Intl.RelativeTimeFormat(of, { numeric: 'auto' }));

export function formatNumber(value: number, digits = 2): string {
  return numbers(digits).format(value);
}

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

/** A whole amount: `AED 1,250,000`. */
export function formatAed(value: number): string {
  return m.format_aed({ amount: formatNumber(value) });
}

/** A short amount: `1.3M AED` from a million on, otherwise thousands as `950K AED`. */
export function formatPrice(value: number): string {
  return Math.abs(value) >= 1_000_000
    ? m.format_price_millions({ amount: (value / 1_000_000).toFixed(1) })
    : m.format_price_thousands({ amount: Math.round(value / 1000).toString() });
}

/** `Studio`, `2BR`. */
export function bedroomLabel(bedrooms: number): string {
  return bedrooms === 0 ? m.bedrooms_studio() : m.bedrooms_short({ count: bedrooms });
}

/** `Studio`, `1 Bedroom`, `2 Bedrooms`. */
export function bedroomName(bedrooms: number): string {
  return bedrooms === 0 ? m.bedrooms_studio() : m.bedrooms_long({ count: bedrooms });
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** `20 Nov 2026`. A date is the same everywhere; for a time it is Dubai's date. */
export function formatDate(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  const parts = days(isDay(value) ? 'UTC' : ZONE).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')}`;
}

/** `20 Nov` of a day, `Nov 2026` of a month such as `2026-11`. */
export function formatShortDate(value: string): string {
  const [day = '', month = '', year = ''] = formatDate(value.length === 7 ? `${value}-01` : value).split(' ');
  return value.length === 7 ? `${month} ${year}` : `${day} ${month}`;
}

/** The date in Dubai for a date input: `2026-11-20`. */
export function dayOf(moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(moment);
}

/** The moment of a day and a time such as `14:05:00` in Dubai, which has no daylight saving time. */
export const momentAt = (day: string, clock: string): Date => new Date(`${day}T${clock}+04:00`);

/** The time of day in Dubai: `14:05:00`. */
export function clockOf(moment: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23', timeZone: ZONE }).format(moment);
}

/** The last second of a day in Dubai. */
export const endOfDay = (day: string): string => momentAt(day, '23:59:59').toISOString();

/** `14:05`, in Dubai. */
export function formatTime(value: string): string {
  return times().format(new Date(value));
}

/** `20 Nov 2026, 14:05`, in Dubai. */
export function formatDateTime(value: string): string {
  if (Number.isNaN(new Date(value).getTime())) return value;
  return m.format_date_time({ date: formatDate(value), time: formatTime(value) });
}

/** `20 Nov 2026, 14:05:09`, in Dubai. */
export function formatExactTime(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return value;
  return m.format_date_time({ date: formatDate(value), time: exactTimes().format(moment) });
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `2 hours ago`, `tomorrow`. Show the exact moment beside it or on hover. */
export function formatRelative(value: string, now: number = Date.now()): string {
  const seconds = (new Date(value).getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return value;
  const format = relatives();
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second');
}

/** `in 45 seconds`, `in 12 minutes`, `in 2 hours`, rounded up. */
export function formatWait(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(region());
  if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
}

/** `Friday, 20 November`, in Dubai. */
export function formatWeekday(moment: Date): string {
  return new Intl.DateTimeFormat(region(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: ZONE }).format(
    moment,
  );
}

/** The hour of the day in Dubai, 0 to 23. */
export function hourInDubai(moment: Date): number {
  const text = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: ZONE }).format(moment);
  return Number(text);
}
