import { expect, test } from 'vitest';
import { amount, decimalsOf, digits, signed, unitOfChange, directionOf } from './measure-format.ts';

test.each([
  [120_000.4, 'AED', '120,000'],
  [86.456, 'AED per sq ft', '86.46'],
  [1086.4, 'AED per sq ft', '1,086.40'],
  [0.05, '%', '5.0'],
  [0.0642, '%', '6.4'],
  [-0.0642, '%', '−6.4'],
  [15.567, '×', '15.57'],
  [91.23, 'points', '91.2'],
  [15_000, '', '15,000'],
  [0.8312, '', '0.83'],
])('%d is formatted by its unit %s', (value, unit, expected) => {
  expect(digits(value, unit)).toBe(expected);
});

test.each([
  // A column has the same number of decimals in every cell: `0.00` beside `0.83`, and `0` beside `15`.
  [[0, 0.83], '', ['0.00', '0.83']],
  [[0, 15], '', ['0', '15']],
  [[100_000.4, 120_000], 'AED', ['100,000', '120,000']],
  [[0.05, 0.0642], '%', ['5.0', '6.4']],
  // Different values do not look equal.
  [[0.0641, 0.0644], '%', ['6.41', '6.44']],
  [[0.05, 0.05], '%', ['5.0', '5.0']],
  [[], '×', []],
])('%j of unit %j have their digits in common', (values, unit, expected) => {
  expect(values.map((value) => digits(value, unit, decimalsOf(values, unit)))).toEqual(expected);
});

test('nothing is a little below zero', () => {
  expect(digits(-0.0001, '%')).toBe('0.0');
});

test('the direction of a change follows its visible digits', () => {
  expect([directionOf(0.002, '%'), directionOf(-0.002, '%'), directionOf(0.0001, '%'), directionOf(0, '')]).toEqual([
    'up',
    'down',
    'same',
    'same',
  ]);
});

test('fractions differ by percentage points', () => {
  expect(amount(-0.012, '%')).toBe('1.2 pp');
  expect([signed(-0.012, '%'), unitOfChange('%')]).toEqual(['−1.2', 'pp']);
  expect([signed(3500, 'AED'), unitOfChange('AED')]).toEqual(['+3,500', 'AED']);
  expect(signed(0, '')).toBe('0');
});
