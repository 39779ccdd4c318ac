// Percent steps: what they change a figure to, and what they start from in an empty field.
import { expect, it } from 'vitest';
import { PERCENT_STEPS } from './limits';
import { adjusted, baseOf, previousAssessed } from './percentages';

const unit = (_id: string, percentageBaseInAED: number, totalAreaInSqFt = 900) => ({
  _id,
  percentageBaseInAED,
  totalAreaInSqFt,
});
const units = [unit('a', 70_000), unit('b', 80_000), unit('c', 90_000), unit('d', 0), unit('e', 0, 0)];

it('the steps are 1, 2 and 5 percent, down and up', () => {
  expect(PERCENT_STEPS).toEqual([-1, -2, -5, 1, 2, 5]);
  expect(PERCENT_STEPS.map((step) => adjusted(100_000, step))).toEqual([
    99_000, 98_000, 95_000, 101_000, 102_000, 105_000,
  ]);
});

it('what comes out is rounded, a half upwards', () => {
  expect(adjusted(95_050, 1)).toBe(96_001);
  expect(adjusted(50, 1)).toBe(51);
  expect(adjusted(149, 1)).toBe(150);
  expect(adjusted(1, -5)).toBe(1);
});

it('for every figure that can be saved it is the nearest whole one, and never longer than the field', () => {
  for (let rent = 10_000; rent <= 5_000_000; rent += 997) {
    for (const step of PERCENT_STEPS)
      expect(Math.abs(adjusted(rent, step) - rent * (1 + step / 100))).toBeLessThanOrEqual(0.5 + 1e-6);
  }
  expect(adjusted(999_999_999, 5)).toBe(999_999_999);
});

it('an empty field starts from the nearest assessed unit before this one', () => {
  const rents = new Map([
    ['a', 61_000],
    ['b', 62_000],
    ['d', 64_000],
  ]);
  expect(baseOf(units, 2, rents)).toEqual({ source: 'previous', value: 62_000 });
  expect(baseOf(units, 1, rents)).toEqual({ source: 'previous', value: 61_000 });
  expect(previousAssessed(units, 4, rents)).toEqual({ unit: units[3], rent: 64_000 });
});

it('without one before it, from its own base; one after it does not count', () => {
  expect(baseOf(units, 0, new Map([['b', 62_000]]))).toEqual({ source: 'unit', value: 70_000 });
  expect(baseOf(units, 2, new Map())).toEqual({ source: 'unit', value: 90_000 });
});

it('without a base, from 100 AED per sq ft, and from 1000 sq ft where the area is not known', () => {
  expect(baseOf(units, 3, new Map())).toEqual({ source: 'unit', value: 90_000 });
  expect(baseOf(units, 4, new Map())).toEqual({ source: 'unit', value: 100_000 });
});
