import { describe, expect, test } from 'vitest';
import { everyPeriod, grainOf, periodOf, periodsBetween, periodText } from './periods.ts';

const member = (key: string | null, label = key ?? 'Not stated') => ({ key, label });
const asOf = '2026-11-24T22:00:00Z';
const keysOf = (members: { key: string | null }[]) => members.map(({ key }) => key);

describe('what keys are of', () => {
  test.each([
    [['2026-11', '2026-12'], [undefined, 'day'], 'month'],
    [['2026-11-02', '2026-11-09'], [undefined, 'week'], 'week'],
    // Two Mondays may also be days: the query decides.
    [['2026-11-02', '2026-11-09'], [undefined, 'day'], 'day'],
    [['2026-11-02', '2026-11-09'], ['week', 'day'], 'week'],
    [['2026-11-02', '2026-11-09'], [undefined, 'handover'], 'week'],
    [['2026-11-02', '2026-11-10'], [undefined, 'handover'], 'day'],
  ])('%j, as %j, are each a %s', (keys, label, grain) => {
    expect(grainOf(keys, ...label)).toBe(grain);
  });

  test.each([
    ['2026-11-22', 'week', '2026-11-16'],
    ['2026-11-16', 'week', '2026-11-16'],
    ['2026-11-22', 'month', '2026-11'],
    ['2026-11-22', 'day', '2026-11-22'],
  ] as const)('%s is in the %s %s', (day, grain, key) => expect(periodOf(day, grain)).toBe(key));
});

test.each([
  ['2026-02-27', '2026-03-02', 'day', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
  ['2026-12-21', '2027-01-04', 'week', ['2026-12-21', '2026-12-28', '2027-01-04']],
  ['2026-11', '2027-02', 'month', ['2026-11', '2026-12', '2027-01', '2027-02']],
  ['2026-11', '2026-11', 'month', ['2026-11']],
] as const)('from %s to %s every %s', (first, last, grain, all) => {
  expect(periodsBetween(first, last, grain)).toEqual(all);
});

describe('a time axis', () => {
  test('has the days between its first and its last, in their order, and what is not stated last', () => {
    const members = [member('2026-11-20'), member(null), member('2026-11-23'), member('2026-11-19', 'as told')];
    const all = everyPeriod(members, { name: 'day', asOf });
    expect(keysOf(all)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', null]);
    expect(all[0]?.label).toBe('as told');
    expect(all[2]?.label).toBe('21 Nov 2026');
  });

  test('has the requested days up to today', () => {
    const all = everyPeriod([member('2026-11-23')], { name: 'day', asOf, from: '2026-11-22', to: '2026-12-31' });
    expect(keysOf(all)).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
  });

  test('a shorter request returns all it has', () => {
    const members = [member('2026-11-02'), member('2026-11-09')];
    expect(keysOf(everyPeriod(members, { name: 'week', asOf, from: '2026-11-05', to: '2026-11-06' }))).toEqual([
      '2026-11-02',
      '2026-11-09',
    ]);
  });

  test('of more periods than can be drawn it has the known ones', () => {
    const members = [member('0026-01-01'), member('2026-01-01')];
    expect(keysOf(everyPeriod(members, { name: 'day', asOf }))).toEqual(['0026-01-01', '2026-01-01']);
  });

  test('shows the year when there are several', () => {
    const [day, other] = [member('2026-12-31'), member('2027-01-01')];
    expect(periodText(day, [day])).toBe('31 Dec');
    expect(periodText(day, [day, other])).toBe('31 Dec 2026');
    expect(periodText(member('2026-12'), [member('2026-12')])).toBe('Dec 2026');
  });
});
