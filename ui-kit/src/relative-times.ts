// Times as they are from now: before, ahead, and how long to wait.
import { formatter, region } from './region';

const relatives = formatter((of) => new Intl.RelativeTimeFormat(of, { numeric: 'auto' }));

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
