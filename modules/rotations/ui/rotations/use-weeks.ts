// The weeks from now on, and the rotations that they are taken by.
import { dayOf } from '@mizan/ui-kit/formats';
import { useMemo, useState } from 'react';
import { useGetList, type RaRecord } from 'ra-core';
import { MOST, mondaysFrom } from './weeks.ts';

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
const LATEST = { pagination: { page: 1, perPage: MOST }, sort: { field: 'weekStart', order: 'DESC' } } as const;

export function useWeeks(): Weeks {
  const [mondays] = useState(() => mondaysFrom(dayOf(new Date())));
  const { data = NONE, isPending, isError } = useGetList<RaRecord<string>>('rotations', LATEST, { retry: false });
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
