// The check before saving: each bound from both sides, with the specification's messages.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { problemsOf } from './bounds';

const saying = (values: { rent?: number; appreciation?: number; confidence?: number }): string[] =>
  problemsOf({ rent: 95_000, appreciation: 0, confidence: 0, ...values });

it.each([
  [{ rent: 0 }, 'Yearly rent must be greater than 0'],
  [{ rent: -1 }, 'Yearly rent must be greater than 0'],
  [{ rent: Number.NaN }, 'Yearly rent must be greater than 0'],
  [{ rent: 1 }, 'Yearly rent seems too low (min 10K AED)'],
  [{ rent: 9_999 }, 'Yearly rent seems too low (min 10K AED)'],
  [{ rent: 5_000_001 }, 'Yearly rent seems too high (max 5M AED)'],
  [{ appreciation: -51 }, 'Appreciation cannot be less than -50%'],
  [{ appreciation: 101 }, 'Appreciation cannot be more than 100%'],
  [{ confidence: -1 }, 'Confidence cannot be negative'],
  [{ confidence: 101 }, 'Confidence cannot exceed 100%'],
])('%o is refused: %s', (values, message) => {
  expect(saying(values)).toEqual([message]);
});

it.each([
  { rent: 10_000 },
  { rent: 5_000_000 },
  { appreciation: -50 },
  { appreciation: 100 },
  { confidence: 0 },
  { confidence: 100 },
])('%o may be saved', (values) => {
  expect(saying(values)).toEqual([]);
});

it('each question has its own message, the rent first', () => {
  expect(saying({ rent: 1, appreciation: 101, confidence: -1 })).toEqual([
    'Yearly rent seems too low (min 10K AED)',
    'Appreciation cannot be more than 100%',
    'Confidence cannot be negative',
  ]);
});

it("'Rent bounds 10,000 to 5,000,000 AED': any rent is refused with the one message of its side, or may be saved", () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: -10, max: 20_000 }), fc.integer()), (rent) => {
      const messages =
        rent <= 0
          ? ['Yearly rent must be greater than 0']
          : rent < 10_000
            ? ['Yearly rent seems too low (min 10K AED)']
            : rent > 5_000_000
              ? ['Yearly rent seems too high (max 5M AED)']
              : [];
      expect(saying({ rent })).toEqual(messages);
    }),
  );
});

it("'Appreciation -50 to 100 percent', 'Confidence 0 to 100': each has the message of its own side, whatever the other is", () => {
  const nearBounds = fc.oneof(fc.integer({ min: -60, max: 160 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  fc.assert(
    fc.property(nearBounds, nearBounds, (appreciation, confidence) => {
      expect(saying({ appreciation, confidence })).toEqual([
        ...(appreciation < -50 ? ['Appreciation cannot be less than -50%'] : []),
        ...(appreciation > 100 ? ['Appreciation cannot be more than 100%'] : []),
        ...(confidence < 0 ? ['Confidence cannot be negative'] : []),
        ...(confidence > 100 ? ['Confidence cannot exceed 100%'] : []),
      ]);
    }),
  );
});
