import { expect, test } from 'vitest';
import { numberIn } from './number-text.tsx';

test.each([
  ['25.08', 25.08],
  [' -55,14 ', -55.14],
  ['-12.', -12],
  ['', undefined],
  ['   ', undefined],
  ['east', 0],
  ['12 east', 0],
  ['-', 0],
  ['1e999', 0],
])('%o is the number %o', (text, number) => {
  expect(numberIn(text, 0)).toBe(number);
});
