// The number that results from keys and typed text.
import * as fc from 'fast-check';
import { formatNumber } from '@mizan/ui-kit/formats';
import { expect, it } from 'vitest';
import { DELETE, THOUSAND, digitsOf, press, typedRent, type Digit, type NumberKey, type Question } from './keypad';

const entered = (question: Question, ...keys: NumberKey[]): number =>
  keys.reduce<number>((value, key) => press(question, value, key), 0);

it('digits go to the end, and delete takes the last one', () => {
  expect(entered('rent', 9, 5, 0, 0, 0)).toBe(95_000);
  expect(entered('rent', 9, 5, DELETE)).toBe(9);
  expect(entered('rent', 9, DELETE, DELETE)).toBe(0);
});

it('three zeros are one press, or none where they would make it too long', () => {
  expect(entered('rent', 9, 5, THOUSAND)).toBe(95_000);
  expect(entered('rent', THOUSAND, 7)).toBe(7);
  expect(entered('rent', 9, 5, 0, 0, 0, 0, 0, THOUSAND)).toBe(9_500_000);
});

it('a number does not begin with a zero', () => {
  expect(entered('rent', 0, 0, 7)).toBe(7);
});

it('appreciation takes three digits and at most 150, confidence at most 100', () => {
  expect(entered('appreciation', 1, 5, 0)).toBe(150);
  expect(entered('appreciation', 1, 5, 1)).toBe(15);
  expect(entered('appreciation', 1, 5, 0, 0)).toBe(150);
  expect(entered('confidence', 1, 0, 0)).toBe(100);
  expect(entered('confidence', 1, 0, 1)).toBe(10);
  expect(entered('confidence', 9, 9, 9)).toBe(99);
});

const LIMITS = { rent: 999_999_999, appreciation: 150, confidence: 100 } as const;
const question = fc.constantFrom<Question>('rent', 'appreciation', 'confidence');
const someDigit = fc.integer({ min: 0, max: 9 }).map((digit) => digit as Digit);
const someKeys = fc.array(fc.oneof({ weight: 4, arbitrary: someDigit }, fc.constant(DELETE), fc.constant(THOUSAND)), {
  maxLength: 30,
});

it("'Keypad limits: appreciation at most 3 characters and value at most 150; confidence at most 3 characters and value at most 100; rent digits only', whatever is pressed", () => {
  fc.assert(
    fc.property(question, someKeys, (of, keys) => {
      const value = entered(of, ...keys);
      expect(Number.isSafeInteger(value)).toBe(true);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(LIMITS[of]);
      if (of !== 'rent') expect(String(value).length).toBeLessThanOrEqual(3);
    }),
  );
});

it('a digit that is taken goes to the end and is given back by delete; one that is not taken changes nothing', () => {
  fc.assert(
    fc.property(question, someKeys, someDigit, (of, keys, digit) => {
      const before = entered(of, ...keys);
      const after = press(of, before, digit);
      const longer = before * 10 + digit;
      expect(after).toBe(longer <= LIMITS[of] ? longer : before);
      if (after !== before) expect(press(of, after, DELETE)).toBe(before);
    }),
  );
});

it('only digits count in typed text, in whichever form they come', () => {
  expect(digitsOf('AED 95,000.-')).toBe('95000');
  expect(digitsOf('٩٥٠٠٠')).toBe('95000');
  expect(digitsOf('۹۵۰۰۰')).toBe('95000');
  expect(typedRent('no number')).toBe(0);
  expect(typedRent('0095')).toBe(95);
});

it('typed text is cut where a tenth digit would be', () => {
  expect(typedRent('12345678901')).toBe(123_456_789);
});

it('fils that are pasted are not taken for more digits', () => {
  expect(typedRent('AED 12,000.00')).toBe(12_000);
  expect(typedRent('12000.5')).toBe(12_000);
  expect(typedRent('12.000')).toBe(12_000);
  expect(typedRent('٩٥٠٠٠٫٠٠')).toBe(95_000);
});

const DIGITS = ['0123456789', '\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669', '۰۱۲۳۴۵۶۷۸۹'];

it("'accepts typed digits only': any text is a whole number of at most nine digits, and nothing but its digits counts", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(digitsOf(text)).toMatch(/^[0-9]*$/);
      const rent = typedRent(text);
      expect(Number.isInteger(rent) && rent >= 0 && rent <= 999_999_999).toBe(true);
      expect(typedRent(String(rent)), 'read once more').toBe(rent);
      expect(typedRent(formatNumber(rent)), 'as the field writes it').toBe(rent);
    }),
  );
});

it('a rent reads the same in Latin, Arabic-Indic and Persian digits, with whatever letters around it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.constantFrom(...DIGITS),
      fc.string({ unit: fc.constantFrom(...'aAzدرهم -,\u066c') }),
      (rent, digits, around) => {
        const written = String(rent).replace(/[0-9]/g, (digit) => [...digits][Number(digit)] ?? '');
        expect(typedRent(`${around}${written}${around}`)).toBe(rent);
      },
    ),
  );
});
