// The projection, the view, and the labels.
import { describe, expect, it } from 'vitest';
import { placed, type Label } from './labels';
import { distance, metresAcross, parseCoordinates, project, unproject } from './projection';
import {
  contains,
  fitted,
  clampedView,
  limitsOf,
  metresPerPixel,
  moved,
  nearest,
  pixelOf,
  scaleBar,
  visibleBox,
  spotOf,
  ticks,
  zoomed,
} from './view';

const MARINA = { latitude: 25.0772, longitude: 55.1367 };
const SIZE = { width: 420, height: 260 };
const EXTENT = { south: 24.78, west: 54.85, north: 25.42, east: 55.6 };

describe('the projection', () => {
  it('maps the equator and Greenwich to the middle, and north up', () => {
    expect(project({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
    expect(project({ latitude: 0, longitude: -180 }).x).toBe(0);
    expect(project({ latitude: 0, longitude: 180 }).x).toBe(1);
    expect(project({ latitude: 60, longitude: 0 }).y).toBeLessThan(project({ latitude: 59, longitude: 0 }).y);
  });

  it('is what tile servers count by', () => {
    // The tile of zoom 12 in which Dubai Marina is.
    const { x, y } = project(MARINA);
    expect([Math.floor(x * 4096), Math.floor(y * 4096)]).toEqual([2675, 1753]);
  });

  it.each([-85, -33.9, 0, 25.0772, 51.5, 85])('finds back from the plane at latitude %d', (latitude) => {
    for (const longitude of [-180, -58.4, 0, 55.1367, 179.9]) {
      const back = unproject(project({ latitude, longitude }));
      expect(back.latitude).toBeCloseTo(latitude, 9);
      expect(back.longitude).toBeCloseTo(longitude, 9);
    }
  });

  it('clamps latitudes beyond the plane', () => {
    expect(project({ latitude: 90, longitude: 0 }).y).toBeCloseTo(0, 9);
    expect(project({ latitude: -90, longitude: 0 }).y).toBeCloseTo(1, 9);
  });

  it('measures a degree, on the ground and across the plane', () => {
    expect(distance({ latitude: 25, longitude: 55 }, { latitude: 26, longitude: 55 })).toBeCloseTo(111_319, -2);
    expect(distance({ latitude: 25, longitude: 55 }, { latitude: 25, longitude: 56 })).toBeCloseTo(100_889, -2);
    expect(metresAcross(0.5)).toBeCloseTo(40_075_017, 0);
  });
});

describe('the window', () => {
  const limits = limitsOf([MARINA], SIZE, EXTENT);
  const view = fitted([MARINA], SIZE, limits);

  it('has a single point in its middle with its surroundings', () => {
    expect(pixelOf(project(MARINA), view, SIZE)).toEqual({ x: 210, y: 130 });
    expect(metresPerPixel(view) * SIZE.width).toBeGreaterThan(10_000);
    expect(metresPerPixel(view) * SIZE.width).toBeLessThan(30_000);
  });

  it('has all of several points, with room around them', () => {
    const points = [MARINA, { latitude: 24.8662, longitude: 55.1449 }, { latitude: 25.3, longitude: 55.5 }];
    const all = fitted(points, SIZE, limitsOf(points, SIZE, EXTENT));
    for (const point of points) {
      const { x, y } = pixelOf(project(point), all, SIZE);
      expect(x).toBeGreaterThanOrEqual(30);
      expect(x).toBeLessThanOrEqual(SIZE.width - 30);
      expect(y).toBeGreaterThanOrEqual(30);
      expect(y).toBeLessThanOrEqual(SIZE.height - 30);
    }
  });

  it('finds back from a pixel', () => {
    const spot = spotOf({ x: 17, y: 222 }, view, SIZE);
    const { x, y } = pixelOf(spot, view, SIZE);
    expect(x).toBeCloseTo(17, 6);
    expect(y).toBeCloseTo(222, 6);
  });

  it('moves with what is dragged', () => {
    const at = pixelOf(project(MARINA), moved(view, { x: 30, y: -12 }), SIZE);
    expect(at.x).toBeCloseTo(240, 6);
    expect(at.y).toBeCloseTo(118, 6);
  });

  it('zooms around the pointer', () => {
    const pointer = { x: 300, y: 40 };
    const before = spotOf(pointer, view, SIZE);
    const after = spotOf(pointer, zoomed(view, 1.3, pointer, SIZE, limits), SIZE);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
  });

  it('goes neither nearer than the drawing is right nor farther than it reaches, and is never lost', () => {
    const middle = { x: 210, y: 130 };
    const nearestOf = zoomed(view, 1e9, middle, SIZE, limits);
    expect(metresPerPixel(nearestOf)).toBeCloseTo(16, 3);
    // The window is always filled, however far it is zoomed out and moved.
    const farthest = zoomed(view, 1e-9, middle, SIZE, limits);
    for (const by of [0, 1e7, -1e7]) {
      const { north, south, west, east } = visibleBox(
        clampedView(moved(farthest, { x: by, y: by }), SIZE, limits),
        SIZE,
      );
      expect(Math.max(north - EXTENT.north, EXTENT.south - south)).toBeLessThan(1e-9);
      expect(Math.max(east - EXTENT.east, EXTENT.west - west)).toBeLessThan(1e-9);
    }
  });

  it('has a point beyond the drawing in its middle, far from anything else', () => {
    const sydney = { latitude: -33.8568, longitude: 151.2153 };
    const there = fitted([sydney], SIZE, limitsOf([sydney], SIZE, EXTENT));
    const at = pixelOf(project(sydney), there, SIZE);
    expect(at.x).toBeCloseTo(210, 3);
    expect(at.y).toBeCloseTo(130, 3);
    expect(contains(EXTENT, unproject(spotOf({ x: 0, y: 0 }, there, SIZE)))).toBe(false);
  });

  it('is finite before it has a size', () => {
    const none = { width: 0, height: 0 };
    const { centre, scale } = fitted([MARINA], none, limitsOf([MARINA], none, EXTENT));
    expect([centre.x, centre.y, scale].every(Number.isFinite)).toBe(true);
  });

  it('has a bar of a round length that fits', () => {
    for (const scale of [1e5, 3e5, 1e6, 2.2e6]) {
      const bar = scaleBar({ ...view, scale }, 96);
      expect(bar.pixels).toBeLessThanOrEqual(96);
      expect(bar.pixels).toBeGreaterThan(96 / 2.6);
      expect(['1', '2', '5']).toContain(String(bar.metres)[0]);
    }
  });
});

it('round degrees are counted, not added up', () => {
  expect(ticks(55.02, 55.41, 5)).toEqual([55.1, 55.2, 55.3, 55.4]);
  expect(ticks(-0.3, 0.3, 4)).toEqual([-0.2, 0, 0.2]);
  expect(ticks(-170, 170, 4)).toEqual([-100, 0, 100]);
});

it('finds what is around a point, the nearest first', () => {
  const port = { name: 'Port', latitude: 25.0805, longitude: 55.1403 };
  const hills = { name: 'Hills', latitude: 25.07, longitude: 55.15 };
  expect(nearest(MARINA, [hills, port], 2, 8000)).toEqual([port, hills]);
  expect(nearest(MARINA, [hills, port], 1, 8000)).toEqual([port]);
  expect(nearest({ latitude: 51.5, longitude: 0 }, [hills, port], 2, 8000)).toEqual([]);
});

it('coordinates are read from text', () => {
  expect(parseCoordinates(' 1,2\n 3,4 ')).toEqual([
    { latitude: 1, longitude: 2 },
    { latitude: 3, longitude: 4 },
  ]);
});

it('without a ground the view is around the points, and of the world without any', () => {
  const { box } = limitsOf([MARINA], SIZE, undefined);
  expect([box.north, box.west].map((degrees) => degrees.toFixed(4))).toEqual(['25.2772', '54.9367']);
  expect(limitsOf([], SIZE, undefined).box.west).toBe(-180);
  const at = pixelOf(project(MARINA), fitted([MARINA], SIZE, limitsOf([MARINA], SIZE, undefined)), SIZE);
  expect([at.x, at.y].map(Math.round)).toEqual([210, 130]);
});

describe('names', () => {
  const label = (text: string, x: number, y = 50): Label => ({ text, at: { x, y }, size: { width: 40, height: 16 } });
  const shown = (labels: Label[], taken: Label[] = []) =>
    placed(labels, taken, { width: 200, height: 100 }).map(({ text }) => text);

  it('do not overlap, and the first have priority', () => {
    expect(shown([label('a', 60), label('b', 80), label('c', 101), label('d', 60, 70)])).toEqual(['a', 'c', 'd']);
  });

  it('leave what is taken free, and are whole', () => {
    expect(shown([label('a', 60), label('edge', 190), label('out', -60)], [label('pin', 70)])).toEqual([]);
  });
});
