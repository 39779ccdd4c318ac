import { describe, expect, test } from 'vitest';
import { binsOf, cut, fromZero, reachOf, roundUp, short, ticksOf, withUnit } from './numbers.ts';

const binned = (values: number[]) => binsOf(values, (value) => value);

describe('what a scale reaches over', () => {
  test.each([
    { values: [], zero: true, reach: [0, 1] },
    { values: [], zero: false, reach: [0, 1] },
    { values: [3, 8], zero: true, reach: [0, 8] },
    { values: [-3, -1], zero: true, reach: [-3, 0] },
    { values: [3, 8], zero: false, reach: [3, 8] },
    { values: [5, 5], zero: false, reach: [4.5, 5.5] },
    { values: [0], zero: true, reach: [0, 1] },
  ])('$values, zero $zero', ({ values, zero, reach }) => {
    expect(reachOf(values, zero)).toEqual(reach);
  });
});

describe('bins', () => {
  test('nothing has none', () => expect(binned([])).toEqual([]));

  test('one value alone is one bin', () => {
    expect(binned([7, 7, 7])).toEqual([{ from: 7, to: 7, values: [7, 7, 7] }]);
  });

  test.each([
    [Array.from({ length: 100 }, (_, at) => at / 100)],
    [[0.048, 0.052, 0.053, 0.061, 0.0615, 0.07]],
    [[-40, -12, 0, 3, 88]],
    [[1, 1, 1, 1, 1, 1, 1, 9]],
    [[100_000, 120_000, 120_000, 5_000_000]],
  ])('every value is in one, between its edges, and edges are of one round width', (values) => {
    const bins = binned(values);
    expect(bins.flatMap(({ values: mine }) => mine)).toEqual(values.toSorted((one, other) => one - other));
    const width = (bins[0]?.to ?? 0) - (bins[0]?.from ?? 0);
    expect(width / roundUp(width * 0.999)).toBeCloseTo(1, 6);
    expect(bins.length).toBeLessThanOrEqual(42);
    for (const [index, { from, to, values: mine }] of bins.entries()) {
      expect(to - from).toBeCloseTo(width, 9);
      if (index > 0) expect(from).toBeCloseTo(bins[index - 1]?.to ?? NaN, 9);
      for (const value of mine) {
        expect(value).toBeGreaterThanOrEqual(from - width * 1e-6);
        expect(value).toBeLessThanOrEqual(to + width * 1e-6);
      }
    }
  });

  test('a value at an edge is in the bin above it, and the highest in the last', () => {
    const bins = binned([0, 1, 2, 3, 4]);
    for (const { from, values } of bins.slice(0, -1)) expect(values).toContain(from);
    expect(bins.at(-1)?.values).toContain(4);
  });
});

test.each([
  [1, 1],
  [1.1, 2],
  [0.03, 0.05],
  [51, 100],
  [0.002, 0.002],
])('the next round number from %d is %d', (number, next) => expect(roundUp(number)).toBeCloseTo(next, 12));

test.each([
  [[3, 8], '', true],
  [[0.44, 0.72], '%', true],
  [[-0.02, 0.03], '%', true],
  // Yields that are close to each other and far from zero would be one flat line.
  [[0.062, 0.066], '%', false],
  [[100_000, 120_000], 'AED', false],
])('lines of %j %s begin at zero: %s', (values, unit, zero) => expect(fromZero(values, unit)).toBe(zero));

describe('ticks', () => {
  const step = (size: number) => ({
    ticks: (count: number) => Array.from({ length: count }, (_, index) => index * size),
  });

  test('no two read the same', () => {
    expect(ticksOf(step(0.6), 4, (value) => value.toFixed(0))).toHaveLength(2);
    expect(ticksOf({ ticks: () => [5, 5] }, 4, String)).toEqual([5]);
  });

  test('there are three where the scale has them', () => {
    expect(ticksOf({ ticks: (count) => (count > 3 ? [-0.1, 0, 0.1] : [0]) }, 2, String)).toHaveLength(3);
    expect(ticksOf({ ticks: () => [7] }, 4, String)).toEqual([7]);
  });
});

test('a text is cut where there is no room', () => {
  expect(cut('Marina Gate', 12, 200)).toBe('Marina Gate');
  const cutShort = cut('Marina Gate Residences', 12, 60);
  expect(cutShort.endsWith('…')).toBe(true);
  expect(cutShort.length).toBeLessThan(11);
});

test('numbers are written with their unit', () => {
  expect(short(1_250_000, 'AED')).toBe('1.25M');
  expect(short(0.05, '%')).toBe('5%');
  expect(withUnit(118_000, 'AED')).toBe('118,000 AED');
  expect(withUnit(12, '')).toBe('12');
});
