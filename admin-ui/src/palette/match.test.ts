import { expect, test } from 'vitest';
import { matching } from './match.ts';

const items = [
  { text: 'Weekly rotations', hint: 'Back-office' },
  { text: 'Create Unit' },
  { text: 'Units', hint: 'Back-office' },
  { text: 'Communities' },
];
const found = (typed: string) => matching(items, typed).map(({ text }) => text);

test('a beginning comes before the beginning of a word, and that before any other place', () => {
  expect(found('unit')).toEqual(['Units', 'Create Unit', 'Communities']);
});

test('every word must be there, in the text or what distinguishes it, in any case and without accents', () => {
  expect(found('back UNITS')).toEqual(['Units']);
  expect(found('rotations units')).toEqual([]);
  expect(matching([{ text: 'Décor' }], 'decor')).toHaveLength(1);
});
