// Percent steps: their results, and their base in an empty field.
import * as fc from 'fast-check';
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

it("'With a filled rent the current value is adjusted and rounded': to the nearest whole number, never longer than the field", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(...PERCENT_STEPS), (rent, step) => {
      const after = adjusted(rent, step);
      expect(Number.isInteger(after)).toBe(true);
      expect(after).toBeLessThanOrEqual(999_999_999);
      // In hundredths, which are integers: no rounding error.
      if (after < 999_999_999) expect(Math.abs(after * 100 - rent * (100 + step))).toBeLessThanOrEqual(50);
    }),
  );
});

it("'with empty rent, the base is the previous assessed unit's rent, else the unit's …, else 100 AED per sq ft of area (1000 sq ft if area unknown)'", () => {
  const some = fc.record({
    percentageBaseInAED: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000_000 })),
    totalAreaInSqFt: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
    rent: fc.option(fc.integer({ min: 10_000, max: 5_000_000 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 12 }), fc.nat(), (all, seed) => {
      const index = seed % all.length;
      const listed = all.map((each, position) => ({ ...each, _id: String(position) }));
      const rents = new Map(listed.flatMap(({ _id, rent }) => (rent === undefined ? [] : [[_id, rent] as const])));
      const before = all.slice(0, index).findLast(({ rent }) => rent !== undefined)?.rent;
      const own = all[index];
      const fallback = own?.percentageBaseInAED || 100 * (own?.totalAreaInSqFt || 1000);
      expect(baseOf(listed, index, rents)).toEqual(
        before === undefined ? { source: 'unit', value: fallback } : { source: 'previous', value: before },
      );
    }),
  );
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
