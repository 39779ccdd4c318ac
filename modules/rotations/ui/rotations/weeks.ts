// Weeks by their Mondays, in Dubai, and the rotations that they are taken by.
import type { Resources } from '@mizan/openapi/resources';
import { api, dataOf } from '@mizan/ui-kit/http';

const DAY = 86_400_000;
/** How far ahead weeks are offered. */
const OFFERED = 26;
/** More rotations than weeks that are offered. */
export const MOST = 100;

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => shifted(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The Mondays from a day's week on. */
export const mondaysFrom = (day: string, count = OFFERED): string[] =>
  Array.from({ length: count }, (_, week) => shifted(mondayOf(day), 7 * week));

/** The rotations of the last weeks, the latest first. */
export async function readWeeks(): Promise<Resources['rotations']['view'][]> {
  const query = { limit: MOST, sort: 'weekStart:desc' } as const;
  return dataOf(await api.GET('/api/backoffice/projects/weekly-rotations', { params: { query } })).items;
}
