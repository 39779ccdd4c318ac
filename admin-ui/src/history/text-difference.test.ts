import { expect, test } from 'vitest';
import { textDifference } from './text-difference.ts';

const side = (pieces: ReturnType<typeof textDifference>, left: 'removed' | 'added') =>
  pieces
    ?.filter(({ kind }) => kind === 'unchanged' || kind === left)
    .map(({ text }) => text)
    .join('');

test('the pieces are the new text without what was removed', () => {
  const after = 'Two towers on a shared podium.\nHandover in one phase.';
  const pieces = textDifference('Two towers on a podium. Handover in phases.', after);
  expect(side(pieces, 'added')).toBe(after);
  expect(pieces?.filter(({ kind }) => kind === 'removed').map(({ text }) => text.trim())).toEqual(['phases.']);
});

test('Arabic is compared by words too', () => {
  expect(textDifference('برجان مع مسبح كبير', 'برجان مع مسبح')?.at(-1)).toEqual({ kind: 'removed', text: 'كبير' });
});

test('texts with little in common, and very long ones, are not taken apart', () => {
  expect(textDifference('one two three four', 'five six seven four')).toBeUndefined();
  expect(textDifference('a '.repeat(700), 'a b')).toBeUndefined();
});
