// An estimate while it is entered: its values, whether they are unsaved, and what is recorded about how they were
// entered.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assessment } from '../shapes';
import { begin, inputOf, isUnsaved, pressed, stepped, typed, type Entry } from './entry';
import { DELETE, type NumberKey } from './keypad';

const saved: Assessment = {
  _id: 'f',
  unit: { _id: 'u', unitNumber: 'A-1' },
  unitId: 'u',
  projectId: 'p',
  estimatedYearlyRentInAED: 90_000,
  estimatedCapitalAppreciationPercentage: 3,
  confidenceScore: 80,
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
};
const base = { source: 'previous', value: 100_000 } as const;
const keys = (entry: Entry, ...pressedKeys: NumberKey[]): Entry => pressedKeys.reduce(pressed, entry);
const recorded = (entry: Entry, now = 1000) => inputOf(entry, { projectId: 'p', unitId: 'u' }, now).entry;

describe("the field's value", () => {
  it('nothing, or what was saved', () => {
    expect(begin(undefined, 0)).toMatchObject({ rent: 0, appreciation: 0, confidence: 0 });
    expect(begin(saved, 0)).toMatchObject({ rent: 90_000, appreciation: 3, confidence: 80 });
  });

  it('a step changes the value, and starts from the base in an empty field', () => {
    expect(stepped(begin(undefined, 0), 5, base).rent).toBe(105_000);
    expect(stepped(stepped(begin(undefined, 0), 5, base), -5, base).rent).toBe(99_750);
    expect(stepped(begin(saved, 0), 1, base).rent).toBe(90_900);
  });
});

describe('unsaved', () => {
  it('without a saved estimate: any value above 0', () => {
    expect(isUnsaved({ rent: 0, appreciation: 0, confidence: 0 }, undefined)).toBe(false);
    expect(isUnsaved({ rent: 1, appreciation: 0, confidence: 0 }, undefined)).toBe(true);
    expect(isUnsaved({ rent: 0, appreciation: 1, confidence: 0 }, undefined)).toBe(true);
    expect(isUnsaved({ rent: 0, appreciation: 0, confidence: 1 }, undefined)).toBe(true);
  });

  it('with one: any value that differs from it', () => {
    const { rent, appreciation, confidence } = begin(saved, 0);
    expect(isUnsaved({ rent, appreciation, confidence }, saved)).toBe(false);
    expect(isUnsaved({ rent: 0, appreciation, confidence }, saved)).toBe(true);
    expect(isUnsaved({ rent, appreciation: 4, confidence }, saved)).toBe(true);
    expect(isUnsaved({ rent, appreciation, confidence: 81 }, saved)).toBe(true);
    expect(isUnsaved(keys(begin(saved, 0), DELETE, 0), saved)).toBe(false);
  });
});

describe('what is sent', () => {
  it('the rent; appreciation and confidence are reset to 0', () => {
    expect(inputOf(begin(saved, 0), { projectId: 'p', unitId: 'u' }, 0)).toMatchObject({
      unitId: 'u',
      projectId: 'p',
      estimatedYearlyRentInAED: 90_000,
      estimatedCapitalAppreciationPercentage: 0,
      confidenceScore: 0,
    });
  });

  it('digits on the keypad started from nothing', () => {
    expect(recorded(keys(begin(undefined, 0), 9, 5, 0, 0, 0))).toEqual({
      baseSource: 'none',
      taps: 5,
      typed: false,
      seconds: 1,
    });
  });

  it('a step in an empty field started from its base, whatever is done to it then', () => {
    const entry = stepped(stepped(begin(undefined, 0), 2, base), -1, base);
    expect(recorded(entry)).toEqual({ baseSource: 'previous', baseValue: 100_000, taps: 2, typed: false, seconds: 1 });
    expect(recorded(keys(entry, DELETE))).toMatchObject({ baseSource: 'previous', baseValue: 100_000, taps: 3 });
  });

  it('the saved estimate is what the next one started from', () => {
    expect(recorded(stepped(begin(saved, 0), 1, base))).toMatchObject({
      baseSource: 'saved',
      baseValue: 90_000,
      taps: 1,
    });
  });

  it('an emptied field starts from nothing, or from the base of a step', () => {
    const emptied = keys(begin(saved, 0), DELETE, DELETE, DELETE, DELETE, DELETE);
    expect(emptied.rent).toBe(0);
    expect(recorded(keys(emptied, 8))).toMatchObject({ baseSource: 'none', taps: 6 });
    expect(recorded(keys(emptied, 8))).not.toHaveProperty('baseValue');
    expect(recorded(stepped(emptied, 1, base))).toMatchObject({ baseSource: 'previous', baseValue: 100_000 });
  });

  it('typing is distinguished from tapping', () => {
    const entry = typed(begin(undefined, 0), 95_000);
    expect(recorded(entry)).toEqual({ baseSource: 'none', taps: 0, typed: true, seconds: 1 });
    expect(recorded(keys(entry, DELETE))).toMatchObject({ typed: true, taps: 1 });
    expect(typed(entry, 95_000), 'nothing was changed').toBe(entry);
  });

  it('seconds are to a tenth and never negative', () => {
    expect(recorded(begin(undefined, 1000), 4260)?.seconds).toBe(3.3);
    expect(recorded(begin(undefined, 1000), 400)?.seconds).toBe(0);
  });
});

describe('for any entry', () => {
  const value = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999_999 }));
  const values = fc.record({
    rent: value,
    appreciation: fc.integer({ min: -50, max: 150 }),
    confidence: fc.nat({ max: 100 }),
  });
  const assessment = values.map(({ rent, appreciation, confidence }) => ({
    ...saved,
    estimatedYearlyRentInAED: rent,
    estimatedCapitalAppreciationPercentage: appreciation,
    confidenceScore: confidence,
  }));

  it("'Unsaved changes exist when entered values differ from the saved assessment, or, when none is saved, when any value is above 0'", () => {
    fc.assert(
      fc.property(values, fc.option(assessment, { nil: undefined }), (entered, before) => {
        const { rent, appreciation, confidence } = entered;
        expect(isUnsaved(entered, before)).toBe(
          before
            ? rent !== before.estimatedYearlyRentInAED ||
                appreciation !== before.estimatedCapitalAppreciationPercentage ||
                confidence !== before.confidenceScore
            : rent > 0 || appreciation > 0 || confidence > 0,
        );
      }),
    );
  });

  it("'values start at 0 or empty; a saved assessment for the unit prefills them', and nothing is unsaved then", () => {
    fc.assert(
      fc.property(assessment, (before) => {
        expect(isUnsaved(begin(before, 0), before)).toBe(false);
        expect(begin(before, 0).rent).toBe(before.estimatedYearlyRentInAED);
      }),
    );
    expect(isUnsaved(begin(undefined, 0), undefined)).toBe(false);
  });

  it("'Only the rent question is active in the flow; appreciation and confidence are reset to 0 on save'", () => {
    fc.assert(
      fc.property(fc.option(assessment, { nil: undefined }), fc.array(fc.nat({ max: 9 })), (before, digits) => {
        const entry = keys(begin(before, 0), ...digits.map((digit) => digit as NumberKey));
        expect(inputOf(entry, { projectId: 'p', unitId: 'u' }, 0)).toMatchObject({
          estimatedYearlyRentInAED: entry.rent,
          estimatedCapitalAppreciationPercentage: 0,
          confidenceScore: 0,
          entry: { taps: digits.length },
        });
      }),
    );
  });
});
