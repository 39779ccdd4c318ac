// The colours of series differ from the surface and from each other, with any colour vision.
import { describe, expect, test } from 'vitest';
import { tokens } from './tokens.ts';

type Three = [number, number, number];

/** Simulates colour vision deficiencies on linear RGB (Machado, Oliveira, Fernandes 2009). */
const SIGHTS: Record<string, [Three, Three, Three]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (matrix: [Three, Three, Three], [x, y, z]: Three): Three =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as Three;

const lightOf = (colour: string): Three =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Three;

/** Oklab, in which distances are perceptual. */
function simulated(light: Three): Three {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light.map((part) => Math.min(1, Math.max(0, part))) as Three,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt) as Three,
  );
}

const brightness = (colour: string): number => {
  const [red, green, blue] = lightOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [brightness(one), brightness(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('colours of series, %s', (scheme) => {
  const colours: readonly string[] = tokens.chart[scheme];

  test.each(colours)('%s stands out from the surface', (colour) => {
    expect(contrast(colour, tokens.colour[scheme].surface)).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(SIGHTS))('any two are distinguishable: %s', (_, sight) => {
    const all = colours.map((colour) => simulated(times(sight, lightOf(colour))));
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) {
        expect(Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)))).toBeGreaterThan(0.1);
      }
    }
  });
});
