// The days that a calendar shows, and on which of them a record is.
import { describe, expect, it } from 'vitest';
import { dayIn, monthsLater, weekOf, weeksOf } from './days';
import { entriesOf, rangeCondition } from './entries';

describe('the days of a calendar', () => {
  it('are whole weeks from Monday on, around a month', () => {
    const weeks = weeksOf('2026-11-20');
    expect(weeks.map(([monday]) => monday)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(weeksOf('2027-02-14').map(([monday]) => monday)).toEqual([
      '2027-02-01',
      '2027-02-08',
      '2027-02-15',
      '2027-02-22',
    ]);
    expect(weekOf('2026-11-22')).toEqual(weekOf('2026-11-16'));
  });

  it('lead from month to month, also from the last day of a long one', () => {
    expect(monthsLater('2026-01-31', 1)).toBe('2026-02-01');
    expect(monthsLater('2026-01-31', -1)).toBe('2025-12-01');
  });

  it('are those of the product, and not of the browser', () => {
    expect(dayIn('2026-11-20')).toBe('2026-11-20');
    expect(dayIn('2026-11-20T21:30:00Z')).toBe('2026-11-21');
    expect(dayIn(null)).toBeUndefined();
  });
});

describe('a record in a calendar', () => {
  const days = weekOf('2026-11-20');

  it('is on its day', () => {
    const records = [
      { id: 'a', on: '2026-11-18' },
      { id: 'b', on: '2026-11-29' },
    ];
    expect([...entriesOf(records, ['on'], days)].map(([day, all]) => [day, all.map(({ id }) => id)])).toEqual([
      ['2026-11-18', ['a']],
    ]);
  });

  it('is on each day from one date to the other', () => {
    const records = [
      { id: 'a', from: '2026-11-01', to: '2026-11-17' },
      { id: 'b', from: '2026-11-22', to: null },
    ];
    const entries = entriesOf(records, ['from', 'to'], days);
    expect([...entries.keys()]).toEqual(['2026-11-16', '2026-11-17', '2026-11-22']);
  });

  it('is requested by the days that are shown', () => {
    const last = { field: 'from', operator: 'before_or_equal', value: '2026-11-22' };
    expect(rangeCondition(['on'], days, false)).toEqual([
      { field: 'on', operator: 'between', value: '2026-11-16', secondValue: '2026-11-22' },
    ]);
    expect(rangeCondition(['from', 'to'], days, false)).toEqual([
      last,
      { field: 'to', operator: 'after_or_equal', value: '2026-11-16' },
    ]);
    expect(rangeCondition(['from', 'to'], days, true)[1]).toMatchObject({ operator: 'OR' });
  });
});
