// Which rents are asked about, with which reference, and what the question says.
import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import { referencesOf, slipOf, type Reference } from './slip';
import { slipMessage } from './slip-message';

const unit = (id: string, bedrooms: number, percentageBaseInAED = 0) => ({
  _id: id,
  unitNumber: id.toUpperCase(),
  bedrooms,
  percentageBaseInAED,
  totalAreaInSqFt: 800,
});
const rent = fc.integer({ min: 10_000, max: 5_000_000 });
const last = (of: number): Reference[] => [{ to: 'last', rent: of }];

it('a rent is asked about exactly when it is ten times its reference or more, or a tenth or less', () => {
  fc.assert(
    fc.property(rent, rent, (entered, reference) => {
      const slip = slipOf(entered, last(reference));
      const [smaller, larger] = [Math.min(entered, reference), Math.max(entered, reference)];
      expect(slip !== undefined).toBe(larger >= smaller * 10);
      if (!slip) return;
      expect(slip.above).toBe(entered > reference);
      expect(slip.times).toBe(Math.round(larger / smaller));
      expect(slip.times).toBeGreaterThanOrEqual(10);
    }),
  );
});

it('one zero too many or too few is asked about, whatever the rent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 500_000 }), (entered) => {
      expect(slipOf(entered * 10, last(entered))).toMatchObject({ above: true, times: 10 });
      expect(slipOf(entered, last(entered * 10))).toMatchObject({ above: false, times: 10 });
      expect(slipOf(entered * 10 - 1, last(entered))).toBeUndefined();
      expect(slipOf(entered + 1, last(entered * 10))).toBeUndefined();
    }),
  );
});

it('the first reference that a rent is far from is named, and what is saved already is not asked about', () => {
  const references: Reference[] = [
    { to: 'last', rent: 900_000 },
    { to: 'alike', rent: 90_000, bedrooms: 2 },
    { to: 'previous', rent: 50_000, number: 'B-502' },
  ];
  expect(slipOf(90_000, references)).toMatchObject({ to: 'last', above: false, times: 10 });
  expect(slipOf(950_000, references)).toMatchObject({ to: 'alike', above: true, times: 11 });
  expect(slipOf(600_000, references)).toMatchObject({ to: 'previous', above: true, times: 12 });
  expect(slipOf(900_000, references)).toBeUndefined();
  expect(slipOf(400_000, references)).toBeUndefined();
  expect(slipOf(90_000, [])).toBeUndefined();
  expect(slipOf(90_000, [{ to: 'unit', rent: 0 }])).toBeUndefined();
});

it("references are the unit's own estimate, the median of those with as many bedrooms, and the base", () => {
  const units = [unit('a', 2), unit('b', 2), unit('c', 1), unit('d', 2, 70_000), unit('e', 2), unit('f', 0)];
  const rents = new Map([
    ['a', 80_000],
    ['b', 120_000],
    ['c', 40_000],
    ['d', 95_000],
  ]);
  expect(referencesOf(units, 3, rents)).toEqual([
    { to: 'last', rent: 95_000 },
    { to: 'alike', rent: 100_000, bedrooms: 2 },
    { to: 'previous', rent: 40_000, number: 'C' },
  ]);
  // The middle one of three; its own estimate does not count, and neither do other bedroom counts.
  expect(referencesOf(units, 4, rents)[0]).toEqual({ to: 'alike', rent: 95_000, bedrooms: 2 });
  expect(referencesOf(units, 5, rents)).toEqual([{ to: 'previous', rent: 95_000, number: 'D' }]);
  expect(referencesOf(units, 3, new Map())).toEqual([{ to: 'unit', rent: 70_000 }]);
  expect(referencesOf(units, 9, rents)).toEqual([]);
});

it('the median lies between the estimates, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(rent, { minLength: 1, maxLength: 12 }), (all) => {
      const units = [unit('own', 1), ...all.map((_, index) => unit(String(index), 1))];
      const of = (rents: number[]) =>
        referencesOf(units, 0, new Map(rents.map((one, index) => [String(index), one])))[0]?.rent ?? 0;
      const middle = of(all);
      expect(of(all.toReversed())).toBe(middle);
      const half = all.length / 2;
      expect(all.filter((one) => one <= middle).length).toBeGreaterThanOrEqual(half);
      expect(all.filter((one) => one >= middle).length).toBeGreaterThanOrEqual(half);
    }),
  );
});

it('a question for each reference and direction says the factor, but not that of the base, which may be the listed rent', () => {
  const question = (reference: Reference, entered: number): string | undefined => {
    const slip = slipOf(entered, [reference]);
    return slip && slipMessage(slip);
  };
  expect(question({ to: 'last', rent: 95_000 }, 950_000)).toBe('10 times your last estimate. Save anyway?');
  expect(question({ to: 'last', rent: 950_000 }, 80_000)).toBe('1/12 of your last estimate. Save anyway?');
  const alike = { to: 'alike', rent: 100_000 } as const;
  expect(question({ ...alike, bedrooms: 0 }, 1_540_000)).toBe('15 times your other Studio units. Save anyway?');
  expect(question({ ...alike, bedrooms: 2 }, 10_000)).toBe('1/10 of your other 2BR units. Save anyway?');
  const previous = { to: 'previous', rent: 100_000, number: 'B-502' } as const;
  expect(question(previous, 1_000_000)).toBe('10 times your unit B-502. Save anyway?');
  expect(question(previous, 10_000)).toBe('1/10 of your unit B-502. Save anyway?');
  const texts = [1_000_000, 1_234_567, 4_000_000].map((entered) => question({ to: 'unit', rent: 100_000 }, entered));
  expect(new Set(texts)).toEqual(new Set(['At least 10 times the usual rent. Save anyway?']));
  expect(question({ to: 'unit', rent: 200_000 }, 12_000)).toBe('At most 1/10 of the usual rent. Save anyway?');
});
