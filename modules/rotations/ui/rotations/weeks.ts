// Weeks by their Mondays, in Dubai, the rotations that they are taken by, and a new one.
import type { Values } from '@mizan/admin-ui/module';
import type { Resources } from '@mizan/openapi/resources';
import { dayOf } from '@mizan/ui-kit/formats';
import { api, dataOf } from '@mizan/ui-kit/http';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RaRecord } from 'react-admin';

const DAY = 86_400_000;
/** How far ahead weeks are offered. */
const OFFERED = 26;
/** More rotations than weeks that are offered. */
const MOST = 100;

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => shifted(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The Mondays from a day's week on. */
export const mondaysFrom = (day: string, count = OFFERED): string[] =>
  Array.from({ length: count }, (_, week) => shifted(mondayOf(day), 7 * week));

export interface Weeks {
  /** This Monday and the ones after it. */
  mondays: string[];
  /** The rotation of a Monday, if it has one. */
  takenBy: Map<string, RaRecord<string>>;
  /** The first Monday after this week that no rotation has; undefined while rotations load. */
  nextFree: string | undefined;
  /** Rotations of this week and later, and those without a week, in that order. */
  ahead: RaRecord<string>[];
  loaded: boolean;
  failed: boolean;
}

const NONE: RaRecord<string>[] = [];

type Rotation = Resources['rotations']['input'];

const asRecord = ({ _id: id, ...rotation }: Resources['rotations']['view']): RaRecord<string> => ({
  ...rotation,
  _id: id,
  id,
});

/** Creates a rotation; the key is that of an `Intent`. */
export async function create(body: Values, key: string): Promise<RaRecord<string>> {
  const headers = { 'Idempotency-Key': key };
  const created = dataOf(
    await api.POST('/api/backoffice/projects/weekly-rotations', { body: body as unknown as Rotation, headers }),
  );
  return asRecord(created);
}

/** The rotations of the last weeks, the latest first. */
export async function readWeeks(): Promise<RaRecord<string>[]> {
  const query = { limit: MOST, sort: 'weekStart:desc' } as const;
  return dataOf(await api.GET('/api/backoffice/projects/weekly-rotations', { params: { query } })).items.map(asRecord);
}

export function useWeeks(): Weeks {
  const [mondays] = useState(() => mondaysFrom(dayOf(new Date())));
  const {
    data = NONE,
    isPending,
    isError,
  } = useQuery({
    // Under the key of the resource, so that it becomes stale with its records.
    queryKey: ['rotations', 'weeks'],
    retry: false,
    queryFn: readWeeks,
  });
  return useMemo(() => {
    const [thisWeek = ''] = mondays;
    const weekOf = ({ weekStart }: RaRecord): string => (typeof weekStart === 'string' ? weekStart : '');
    const takenBy = new Map(data.filter(weekOf).map((one) => [weekOf(one), one]));
    const scheduled = data.filter((one) => weekOf(one) >= thisWeek);
    return {
      mondays,
      takenBy,
      nextFree: isPending ? undefined : mondays.slice(1).find((monday) => !takenBy.has(monday)),
      ahead: [
        ...scheduled.toSorted((one, other) => weekOf(one).localeCompare(weekOf(other))),
        ...data.filter((one) => !weekOf(one)),
      ],
      loaded: !isPending,
      failed: isError,
    };
  }, [mondays, data, isPending, isError]);
}
