// The periods of a time axis: days, weeks by their first days, and months. Periods without data are filled in.
import { dayOfWeek, formatDate, formatShortDate } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Member } from './answer.ts';

export type Grain = 'day' | 'week' | 'month';

/** The part of a query that concerns time. */
export interface Span {
  grain?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const DAY = 86_400_000;
/** Longer axes are not filled in. */
const MOST = 4000;

const momentOf = (key: string): number => Date.parse(`${key.length === 7 ? `${key}-01` : key}T00:00:00Z`);
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
const isFirstOfWeek = (key: string): boolean => dayOfWeek(key) === 0;

/** The grain of keys: months are known by their format, days and weeks by the query or the name of the dimension. */
export function grainOf(keys: string[], ...grains: (string | undefined)[]): Grain {
  if (keys.some((key) => key.length === 7)) return 'month';
  const named = grains.find((name): name is Grain => name === 'day' || name === 'week');
  return named ?? (keys.length > 1 && keys.every(isFirstOfWeek) ? 'week' : 'day');
}

/** The period of a day. */
export function periodOf(day: string, grain: Grain): string {
  if (grain === 'month') return day.slice(0, 7);
  return grain === 'day' ? day : dayOf(momentOf(day) - dayOfWeek(day) * DAY);
}

function after(key: string, grain: Grain): string {
  if (grain !== 'month') return dayOf(momentOf(key) + (grain === 'week' ? 7 : 1) * DAY);
  const [year = 0, month = 0] = key.split('-').map(Number);
  return dayOf(Date.UTC(year, month, 1)).slice(0, 7);
}

/** All periods between two, both included; undefined when there are too many. */
export function periodsBetween(first: string, last: string, grain: Grain): string[] | undefined {
  const all: string[] = [];
  for (let key = first; key <= last; key = after(key, grain)) {
    if (all.push(key) > MOST) return undefined;
  }
  return all;
}

/** The server's name of a period. */
function labelOf(key: string, grain: Grain): string {
  if (grain === 'month') return formatShortDate(key);
  return grain === 'week' ? m.analytics_week({ day: formatDate(key) }) : formatDate(key);
}

/**
 * The members of a time axis in order, with missing periods filled in between the first and the last and within the
 * requested days, up to today. "Not stated" comes last.
 */
export function everyPeriod(members: Member[], span: Span & { name?: string | undefined; asOf: string }): Member[] {
  const known = new Map(members.flatMap((one) => (one.key === null ? [] : [[one.key, one] as const])));
  const unstated = members.filter(({ key }) => key === null);
  const keys = [...known.keys()].toSorted();
  const grain = grainOf(keys, span.grain, span.name);
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return members;
  const today = span.asOf.slice(0, 10);
  const until = span.to === undefined || span.to < today ? span.to : today;
  const begins = span.from === undefined ? first : least(first, periodOf(span.from, grain));
  const ends = until === undefined ? last : most(last, periodOf(until, grain));
  const periods = periodsBetween(begins, ends, grain) ?? periodsBetween(first, last, grain) ?? keys;
  // Also keeps keys that are no period of this grain.
  const all = [...new Set([...periods, ...keys])].toSorted();
  return [...all.map((key) => known.get(key) ?? { key, label: labelOf(key, grain) }), ...unstated];
}

const least = (one: string, other: string): string => (one < other ? one : other);
const most = (one: string, other: string): string => (one > other ? one : other);

/** The label of a period, with the year when the axis covers several. */
export function periodText({ key, label }: Member, all: Member[]): string {
  if (key === null) return label;
  const years = new Set(all.map((one) => one.key?.slice(0, 4)).filter(Boolean));
  return years.size > 1 && key.length !== 7 ? formatDate(key) : formatShortDate(key);
}
