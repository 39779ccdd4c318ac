// Colours by quantiles, for heat maps and maps: each step has as many values, so that an outlier does not take the
// contrast from all others. Values above zero have one hue, from pale to deep, values below another. Steps are mixed
// with the surface, so that deep is dark in the light theme and bright in the dark one.

export interface Step {
  from: number;
  to: number;
}

export interface ColourStep extends Step {
  colour: string;
  /** Text on it needs the colour of the surface. */
  deep: boolean;
}

/**
 * Percentages of the colour, distinguishable from their neighbours, and the one from which text needs the colour of the
 * surface.
 */
export interface Ramp {
  above: readonly number[];
  below: readonly number[];
  deepFrom: number;
}

/** Cells of a heat map carry text: between 46 and 77 percent neither ink nor surface is readable on a step. */
export const CELLS: Ramp = { above: [8, 26, 45, 78, 100], below: [8, 32, 56], deepFrom: 78 };
/** Points on a map carry no text, and must be visible on land and water. */
export const POINTS: Ramp = { above: [18, 38, 58, 79, 100], below: [30, 65, 100], deepFrom: Infinity };

const MOST_WITH_BELOW = 3;

/** At most `most` steps with about as many values each; equal values are in the same step. */
export function stepsOf(sorted: number[], most: number): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < sorted.length;) {
    const left = Math.max(1, Math.min(most, new Set(sorted).size) - steps.length);
    let end = Math.min(sorted.length, at + Math.max(1, Math.round((sorted.length - at) / left)));
    while (end < sorted.length && sorted[end] === sorted[end - 1]) end += 1;
    const [from, to] = [sorted[at], sorted[end - 1]];
    if (from !== undefined && to !== undefined) steps.push({ from, to });
    at = end;
  }
  return steps;
}

/** As many entries of a ramp as there are steps, including both ends. */
function spread(ramp: readonly number[], count: number): number[] {
  const last = ramp.length - 1;
  if (count === 1) return [ramp[Math.ceil(last / 2)] ?? 0];
  return Array.from({ length: count }, (_, step) => ramp[Math.round((step * last) / (count - 1))] ?? 0);
}

/** The steps of values with their colours, from the lowest to the highest. */
export function coloursOf(values: number[], { above, below, deepFrom }: Ramp): ColourStep[] {
  const sorted = values.toSorted((one, other) => one - other);
  const negative = stepsOf(
    sorted.filter((value) => value < 0),
    below.length,
  );
  const positive = stepsOf(
    sorted.filter((value) => value >= 0),
    negative.length > 0 ? MOST_WITH_BELOW : above.length,
  );
  const mixed = (hue: number, percent: number): string =>
    `color-mix(in oklab, var(--chart-${hue}) ${percent}%, var(--surface))`;
  const lower = spread(below, negative.length).toReversed();
  const upper = spread(above, positive.length);
  return [
    ...negative.map((step, index) => ({ ...step, colour: mixed(2, lower[index] ?? 0), deep: false })),
    ...positive.map((step, index) => ({
      ...step,
      colour: mixed(1, upper[index] ?? 0),
      deep: (upper[index] ?? 0) >= deepFrom,
    })),
  ];
}

/** The step of a value. */
export const stepAt = (steps: ColourStep[], value: number): ColourStep | undefined =>
  steps.find(({ to }) => value <= to) ?? steps.at(-1);
