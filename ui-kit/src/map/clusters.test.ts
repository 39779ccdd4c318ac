// The clusters of a map: what is one at a scale, and what becomes of it when the map is zoomed in.
import { expect, it } from 'vitest';
import { clustered } from './clusters';
import type { Spot } from './projection';

/** The scale at which so many pixels are one cell of a grid of 8 by 8. */
const SCALE = 8 * 48;
/** So many points within a hundredth of the plane. */
const crowd = (count: number, x: number, y: number): Spot[] =>
  Array.from({ length: count }, (_, index) => ({ x: x + (index % 10) / 1000, y: y + Math.floor(index / 10) / 1000 }));

const sizes = (spots: Spot[], scale = SCALE) => clustered(spots, scale).map(({ members }) => members.length);

it('a crowd is one cluster in its middle, and a point elsewhere is on its own', () => {
  const spots = [...crowd(100, 0.26, 0.26), { x: 0.8, y: 0.8 }];
  expect(sizes(spots)).toEqual([100, 1]);
  const [{ spot } = { spot: { x: 0, y: 0 } }] = clustered(spots, SCALE);
  expect(spot.x).toBeCloseTo(0.2645, 9);
  expect(spot.y).toBeCloseTo(0.2645, 9);
});

it('few points stay points', () => {
  expect(sizes(crowd(3, 0.3, 0.3))).toEqual([1, 1, 1]);
  expect(sizes(crowd(4, 0.3, 0.3))).toEqual([4]);
});

it('every point is in exactly one cluster, at any scale, and zooming in only divides clusters', () => {
  const spots = [...crowd(90, 0.26, 0.26), ...crowd(50, 0.3, 0.26), ...crowd(7, 0.9, 0.1)];
  let before = [spots.map((_, index) => index)];
  for (let scale = 1; scale < 1_000_000; scale *= 1.6) {
    const now = clustered(spots, scale).map(({ members }) => members);
    expect(now.flat().toSorted((one, other) => one - other)).toEqual(spots.map((_, index) => index));
    for (const members of now) {
      const within = before.filter((one) => members.some((member) => one.includes(member)));
      expect(within).toHaveLength(1);
      // Its first point is in the first of its parts, which has the focus then.
      expect(now.some(([first]) => first === within[0]?.[0])).toBe(true);
    }
    before = now;
  }
  expect(before).toHaveLength(spots.length);
});
