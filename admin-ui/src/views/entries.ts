// Which records of a list are on which days of a calendar.
import type { RaRecord } from 'ra-core';
import type { FilterNode } from '../data/filter-group.ts';
import { dayIn } from './days.ts';

/** The conditions for records on these days. `isOpen` is whether the end may be missing: then there is one day. */
export function rangeCondition([from = '', to]: string[], days: string[], isOpen: boolean): FilterNode[] {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (to === undefined) return [{ field: from, operator: 'between', value: first, secondValue: last }];
  const ends = { field: to, operator: 'after_or_equal', value: first };
  const oneDay: FilterNode = {
    operator: 'AND',
    conditions: [
      { field: to, operator: 'is_missing' },
      { field: from, operator: 'after_or_equal', value: first },
    ],
  };
  return [
    { field: from, operator: 'before_or_equal', value: last },
    isOpen ? { operator: 'OR', conditions: [ends, oneDay] } : ends,
  ];
}

/** The records of each day that has some, in the order of the list. */
export function entriesOf<Entry extends RaRecord<string>>(
  records: Entry[],
  [from = '', to]: string[],
  days: string[],
): Map<string, Entry[]> {
  const entries = new Map<string, Entry[]>();
  for (const day of days) {
    const on = records.filter((record) => {
      const start = dayIn(record[from]);
      if (start === undefined) return false;
      const end = (to === undefined ? undefined : dayIn(record[to])) ?? start;
      return start <= day && day <= end;
    });
    if (on.length > 0) entries.set(day, on);
  }
  return entries;
}
