// Overlapping points are moved apart, and none of them far.
import { describe, expect, it } from 'vitest';
import { apart } from './apart';
import type { Spot } from './projection';

const between = (spots: Spot[]): number =>
  Math.min(...spots.flatMap((one, at) => spots.slice(at + 1).map(({ x, y }) => Math.hypot(x - one.x, y - one.y))));

describe('spots that lie on each other', () => {
  it('stay where they are when they do not', () => {
    const spots = [
      { x: 0, y: 0 },
      { x: 40, y: 0 },
      { x: 0, y: 40 },
    ];
    expect(apart(spots, 14, 16)).toEqual(spots);
  });

  it.each([
    [
      [
        { x: 10, y: 10 },
        { x: 10, y: 10 },
        { x: 10, y: 10 },
      ],
    ],
    [
      [
        { x: 10, y: 10 },
        { x: 13, y: 12 },
        { x: 60, y: 60 },
      ],
    ],
  ])('go apart, and not far', (spots) => {
    const moved = apart(spots, 14, 16);
    expect(between(moved)).toBeGreaterThan(13);
    for (const [index, { x, y }] of moved.entries()) {
      expect(Math.hypot(x - (spots[index]?.x ?? 0), y - (spots[index]?.y ?? 0))).toBeLessThanOrEqual(16.001);
    }
  });
});
