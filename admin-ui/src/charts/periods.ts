// The periods of a time axis: days, weeks by their Mondays and months by their keys, and those between two of them, which
// take their place also where nothing is known of them.
import { formatDate, formatShortDate } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Member } from './answer.ts';

export type Grain = 'day' | 'week' | 'month';

/** What a question says about time, as far as it does. */
export interface Span {
  grain?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const DAY = 86_400_000;
/** More places than that are on no axis: then only those that are known are. */
const MOST = 4000;

const momentOf = (key: string): number => Date.parse(`${key.length === 7 ? `${key}-01` : key}T00:00:00Z`);
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
const isMonday = (key: string): boolean => new Date(momentOf(key)).getUTCDay() === 1;

/** What keys are of: their form tells months, and the question, or the name of the dimension, days from weeks. */
export function grainOf(keys: string[], ...grains: (string | undefined)[]): Grain {
  if (keys.some((key) => key.length === 7)) return 'month';
  const named = grains.find((name): name is Grain => name === 'day' || name === 'week');
  return named ?? (keys.length > 1 && keys.every(isMonday) ? 'week' : 'day');
}

/** The period that a day is in. */
export function periodOf(day: string, grain: Grain): string {
  if (grain === 'month') return day.slice(0, 7);
  const moment = momentOf(day);
  return grain === 'day' ? day : dayOf(moment - ((new Date(moment).getUTCDay() + 6) % 7) * DAY);
}

function after(key: string, grain: Grain): string {
  if (grain !== 'month') return dayOf(momentOf(key) + (grain === 'week' ? 7 : 1) * DAY);
  const [year = 0, month = 0] = key.split('-').map(Number);
  return dayOf(Date.UTC(year, month, 1)).slice(0, 7);
}

/** All periods from one to another, both among them; undefined when they are too many. */
export function periodsBetween(first: string, last: string, grain: Grain): string[] | undefined {
  const all: string[] = [];
  for (let key = first; key <= last; key = after(key, grain)) {
    if (all.push(key) > MOST) return undefined;
  }
  return all;
}

/** A period as the server names it. */
function labelOf(key: string, grain: Grain): string {
  if (grain === 'month') return formatShortDate(key);
  return grain === 'week' ? m.analytics_week({ day: formatDate(key) }) : formatDate(key);
}

/**
 * The members of a time axis in their order, with those that are missing between the first and the last, and between the
 * days that were requested, as far as they have come. What is not stated comes last.
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
  // A key that is no period of this grain stays in its position.
  const all = [...new Set([...periods, ...keys])].toSorted();
  return [...all.map((key) => known.get(key) ?? { key, label: labelOf(key, grain) }), ...unstated];
}

const least = (one: string, other: string): string => (one < other ? one : other);
const most = (one: string, other: string): string => (one > other ? one : other);

/** What stands below a period: with its year where the axis has more than one. */
export function periodText({ key, label }: Member, all: Member[]): string {
  if (key === null) return label;
  const years = new Set(all.map((one) => one.key?.slice(0, 4)).filter(Boolean));
  return years.size > 1 && key.length !== 7 ? formatDate(key) : formatShortDate(key);
}
