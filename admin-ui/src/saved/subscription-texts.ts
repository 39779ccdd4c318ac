// Subscriptions in words.
import { formatNumber, region } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import type { Bound, Format, Operator, Schedule, Subscription } from './subscriptions.ts';

/** The first day of 2024 was a Monday. */
export const weekdayName = (weekday: number): string =>
  new Intl.DateTimeFormat(region(), { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, weekday)));

/** The days of a week in the product's order. */
export const weekdays = (): number[] =>
  Array.from({ length: 7 }, (_, day) => ((product().firstDayOfWeek - 1 + day) % 7) + 1);

export const FORMAT_LABELS: Record<Format, () => string> = {
  html: m.subscribe_in_mail,
  xlsx: m.subscribe_as_workbook,
};

export const OPERATOR_LABELS: Record<Operator, () => string> = {
  greater_than: m.subscribe_more_than,
  greater_than_or_equal: m.subscribe_at_least,
  less_than: m.subscribe_less_than,
  less_than_or_equal: m.subscribe_at_most,
  equals: m.subscribe_exactly,
};

const CROSSED: Record<Operator, (bound: { count: string }) => string> = {
  greater_than: m.subscribe_when_more_than,
  greater_than_or_equal: m.subscribe_when_at_least,
  less_than: m.subscribe_when_less_than,
  less_than_or_equal: m.subscribe_when_at_most,
  equals: m.subscribe_when_exactly,
};

const ofSchedule = ({ weekday, time }: Schedule): string =>
  weekday ? m.subscribe_weekly({ day: weekdayName(weekday), time }) : m.subscribe_daily({ time });

const ofBound = ({ operator, count }: Bound): string => CROSSED[operator]({ count: formatNumber(count) });

export const subscriptionText = ({ schedule, when }: Pick<Subscription, 'schedule' | 'when'>): string =>
  schedule ? ofSchedule(schedule) : when ? ofBound(when) : '';
