import { describe, expect, test } from 'vitest';
import type { Dimension, Measure } from '../document/analytics.ts';
import { stepped } from './canvas.tsx';
import { chosenKind, kindsFor } from './kinds.ts';
import { drawnOf, membersOf } from './marks.ts';
import { stepsOf } from './places.tsx';

const dimension = (kind: Dimension['kind']): Dimension => ({ name: kind, label: kind, description: '', kind });
const measure = (name: string, listed = false): Measure => ({ name, label: name, description: '', unit: '', listed });
const [project, day, band] = [dimension('category'), dimension('time'), dimension('order')];
const [rent, count] = [measure('rent', true), measure('units')];

describe('which kind', () => {
  test.each([
    { asked: { measures: [rent] }, kinds: [], chosen: 'table' },
    { asked: { measures: [rent], rows: project }, kinds: ['bar', 'histogram'], chosen: 'bar' },
    { asked: { measures: [rent], rows: band }, kinds: ['bar', 'line', 'histogram'], chosen: 'bar' },
    { asked: { measures: [rent], rows: day }, kinds: ['bar', 'line', 'histogram'], chosen: 'line' },
    { asked: { measures: [rent], rows: project, cols: band }, kinds: ['bar', 'heat'], chosen: 'heat' },
    { asked: { measures: [rent], rows: day, cols: band }, kinds: ['bar', 'line', 'heat'], chosen: 'line' },
    { asked: { measures: [rent, count], rows: project }, kinds: ['bar', 'scatter', 'histogram'], chosen: 'bar' },
    {
      asked: { measures: [rent], rows: project, compare: 'listed' },
      kinds: ['bar', 'scatter', 'histogram'],
      chosen: 'bar',
    },
    // A count is not listed: there is nothing to set it against.
    { asked: { measures: [count], rows: project, compare: 'listed' }, kinds: ['bar', 'histogram'], chosen: 'bar' },
  ])('$kinds', ({ asked, kinds, chosen }) => {
    expect(kindsFor(asked)).toEqual(kinds);
    expect(chosenKind(asked)).toBe(chosen);
    if (chosen !== 'table') expect(kinds).toContain(chosen);
  });
});

describe('what of an answer is drawn', () => {
  const line = (key: string, value: number | null) => ({ row: { key, label: key }, values: { rent: { value, n: 1 } } });
  const rows = [line('a', 0.3), line('b', null), line('c', -0.2), line('d', 0.1)];

  test('what has a value', () => {
    expect(drawnOf({ rows }, rent).map(({ row }) => row.key)).toEqual(['a', 'c', 'd']);
  });

  test('a member that is not stated is none of that name', () => {
    const members = [{ key: null, label: 'A' }, { key: 'A', label: 'A' }, { key: 'A', label: 'A' }, undefined];
    expect(membersOf(members)).toHaveLength(2);
  });
});

describe('arrow keys', () => {
  const grid = [0, 1].flatMap((y) => [0, 1, 2].map((x) => ({ x: x * 10, y: y * 10 })));

  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 5, 5],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 1, 1],
    ['Home', 4, 0],
    ['End', 1, 5],
    ['Enter', 1, undefined],
  ])('%s from %d leads to %s', (key, from, to) => expect(stepped(key, from, grid)).toBe(to));

  test('there is nothing to go to', () => expect(stepped('Home', 0, [])).toBeUndefined());
});

describe('steps of colours', () => {
  test.each([
    { values: [], steps: [] },
    { values: [4], steps: [[4, 4]] },
    {
      values: [1, 2],
      steps: [
        [1, 1],
        [2, 2],
      ],
    },
    {
      values: [1, 1, 1, 9],
      steps: [
        [1, 1],
        [9, 9],
      ],
    },
  ])('$values', ({ values, steps }) => {
    expect(stepsOf(values).map(({ from, to }) => [from, to])).toEqual(steps);
  });

  test('every value is in one, and steps do not touch', () => {
    const values = [1, 2, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9].toSorted((one, other) => one - other);
    const steps = stepsOf(values);
    expect(steps.length).toBeLessThanOrEqual(5);
    for (const value of values) expect(steps.filter(({ from, to }) => from <= value && value <= to)).toHaveLength(1);
  });
});
