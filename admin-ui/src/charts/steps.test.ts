import { describe, expect, test } from 'vitest';
import { CELLS, coloursOf, POINTS, stepAt, stepsOf } from './steps.ts';

const sorted = (values: number[]) => values.toSorted((one, other) => one - other);

describe('steps of values', () => {
  test.each([
    { values: [], steps: [] },
    { values: [4], steps: [[4, 4]] },
    { values: [1, 2], steps: [[1, 1], [2, 2]] }, // prettier-ignore
    { values: [1, 1, 1, 9], steps: [[1, 1], [9, 9]] }, // prettier-ignore
    // Equal values do not use up the steps of the others.
    { values: [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3], steps: [[0, 0], [1, 1], [2, 2], [3, 3]] }, // prettier-ignore
  ])('$values', ({ values, steps }) => {
    expect(stepsOf(values, 5).map(({ from, to }) => [from, to])).toEqual(steps);
  });

  test('every value is in one, and steps do not touch', () => {
    const values = sorted([1, 2, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9]);
    const steps = stepsOf(values, 5);
    expect(steps.length).toBeLessThanOrEqual(5);
    for (const value of values) expect(steps.filter(({ from, to }) => from <= value && value <= to)).toHaveLength(1);
  });
});

describe('colours of values', () => {
  test('one that is far off leaves the others apart', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100_000];
    const steps = coloursOf(values, CELLS);
    expect(new Set(values.map((value) => stepAt(steps, value)?.colour)).size).toBe(5);
  });

  test('what is below zero has a hue of its own, the deeper the farther', () => {
    const steps = coloursOf([-9, -5, -1, 0, 4, 8], POINTS);
    expect(steps.map(({ colour }) => /--chart-(\d)\) (\d+)%/.exec(colour)?.slice(1))).toEqual([
      ['2', '100'],
      ['2', '65'],
      ['2', '30'],
      ['1', '18'],
      ['1', '58'],
      ['1', '100'],
    ]);
  });

  test('neighbours are well apart in light and in dark', () => {
    // OKLab of `--surface` and `--chart-1`: mixing is linear between them.
    const themes = [
      [oklab('#ffffff'), oklab('#0d5c59')],
      [oklab('#1e1b18'), oklab('#69c5ba')],
    ] as const;
    for (const [surface, hue] of themes) {
      const far = Math.hypot(...surface.map((part, index) => part - (hue[index] ?? 0)));
      for (const ramp of [CELLS.above, POINTS.above]) {
        ramp.slice(1).forEach((percent, index) => {
          expect(far * (percent - (ramp[index] ?? 0))).toBeGreaterThanOrEqual(9);
        });
      }
    }
  });
});

/** Björn Ottosson's OKLab of an sRGB colour. */
function oklab(hex: string): number[] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}
