// What keys and typed text make of a number.
import { expect, it } from 'vitest';
import { DELETE, digitsOf, press, typedRent, type Digit, type NumberKey, type Question } from './keypad';

const entered = (question: Question, ...keys: NumberKey[]): number =>
  keys.reduce<number>((value, key) => press(question, value, key), 0);

it('digits go to the end, and delete takes the last one', () => {
  expect(entered('rent', 9, 5, 0, 0, 0)).toBe(95_000);
  expect(entered('rent', 9, 5, DELETE)).toBe(9);
  expect(entered('rent', 9, DELETE, DELETE)).toBe(0);
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

it('whatever is pressed, a number is whole and within what its question takes', () => {
  const most = { rent: 999_999_999, appreciation: 150, confidence: 100 };
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (const question of ['rent', 'appreciation', 'confidence'] as const) {
    for (let value = 0, presses = 0; presses < 2000; presses += 1) {
      const key: NumberKey = random() < 0.2 ? DELETE : (Math.floor(random() * 10) as Digit);
      const next = press(question, value, key);
      expect(Number.isSafeInteger(next) && next >= 0 && next <= most[question]).toBe(true);
      // A digit that was taken is given back by delete.
      if (key !== DELETE && next !== value) expect(press(question, next, DELETE)).toBe(value);
      value = next;
    }
  }
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
