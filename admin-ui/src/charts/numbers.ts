// The arithmetic of charts: domains of scales, ticks, bins, and short numbers.
import { formatCompact, formatLeading, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { digits, isCurrency } from './measure-format.ts';

export type Reach = [number, number];

/** From the lowest to the highest value, including zero for bars. A single value gets space around it. */
export function reachOf(values: number[], zero: boolean): Reach {
  let [low, high] = zero ? [0, 0] : [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!Number.isFinite(low)) return [0, 1];
  if (low === high) {
    const width = Math.abs(low) / 10 || 1;
    return [zero ? low : low - width, high + width];
  }
  return [low, high];
}

/**
 * Whether the axis of lines begins at zero: for counts, and for shares unless all of them are so far from zero and so
 * close to each other that they would look equal. Amounts show their movement instead. Bars always begin at zero, since
 * their length is read.
 */
export function fromZero(values: number[], unit: string): boolean {
  if (unit !== '' && unit !== '%') return false;
  const [low, high] = reachOf(values, false);
  return unit === '' || Math.min(Math.abs(low), Math.abs(high)) < 2 * (high - low) || low * high < 0;
}

/** The ticks of an axis: about `most`, at least three where the scale has them, and no two with the same text. */
export function ticksOf(
  scale: { ticks: (count: number) => number[] },
  most: number,
  format: (value: number) => string,
): number[] {
  const counts = [most, most + 1, most + 2, ...Array.from({ length: most }, (_, less) => most - less - 1)];
  const tries = counts.filter((count) => count > 0).map((count) => scale.ticks(count));
  const clear = tries.filter((ticks) => new Set(ticks.map(format)).size === ticks.length);
  return clear.find((ticks) => ticks.length >= 3) ?? clear[0] ?? (tries[0] ?? []).slice(0, 1);
}

/** A short number for an axis: `1.2M`, `5%`, `1.5`. */
export function short(value: number, unit: string): string {
  return unit === '%' ? m.charts_percent({ value: formatCompact(value * 100) }) : formatCompact(value);
}

/**
 * The three leading figures of a value, for labels whose exact value is one step away: `123K`, `8.40`, `0.250`. Small
 * whole numbers are as they are.
 */
export function leading(value: number, unit: string): string {
  const scaled = unit === '%' ? value * 100 : value;
  const whole = scaled === 0 || (unit !== '%' && Number.isInteger(scaled) && Math.abs(scaled) < 1000);
  return whole ? formatNumber(scaled).replace(/^-/, '−') : formatLeading(scaled);
}

/** As many decimals as the leading figures of a label have, so that no label says more than the exact value. */
export function exactly(value: number, unit: string, least: number): number {
  const scaled = Math.abs(unit === '%' ? value * 100 : value);
  if (isCurrency(unit) || scaled === 0 || (unit === '' && Number.isInteger(value))) return least;
  return Math.max(least, Math.min(6, 2 - Math.floor(Math.log10(scaled))));
}

/** A value with its unit, as screen readers read it. */
export function withUnit(value: number, unit: string, most?: number): string {
  const formatted = digits(value, unit, most);
  return unit ? m.analytics_with_unit({ value: formatted, unit }) : formatted;
}

export interface Bin<Value> {
  from: number;
  to: number;
  values: Value[];
}

const MOST_BINS = 40;

/**
 * Bins of one round width, by the rule of Freedman and Diaconis, or by Sturges' where the quartiles are equal. A value
 * at an edge is in the bin above it, the highest value in the last bin.
 */
export function binsOf<Value>(all: Value[], numberOf: (value: Value) => number): Bin<Value>[] {
  const sorted = all.toSorted((one, other) => numberOf(one) - numberOf(other));
  const numbers = sorted.map(numberOf);
  const [low, high] = [numbers[0], numbers.at(-1)];
  if (low === undefined || high === undefined) return [];
  if (low === high) return [{ from: low, to: high, values: sorted }];
  const quarter = (part: number): number => numbers[Math.floor((numbers.length - 1) * part)] ?? low;
  const byMiddle = (2 * (quarter(0.75) - quarter(0.25))) / Math.cbrt(numbers.length);
  const byCount = (high - low) / (Math.log2(numbers.length) + 1);
  const width = roundUp(Math.max(byMiddle || byCount, (high - low) / MOST_BINS));
  // Counts in whole widths, so that edges are round and no value is lost by rounding.
  const first = Math.floor(low / width + 1e-9);
  const last = Math.max(first, Math.ceil(high / width - 1e-9) - 1);
  const bins = Array.from({ length: last - first + 1 }, (_, index): Bin<Value> => ({
    from: (first + index) * width,
    to: (first + index + 1) * width,
    values: [],
  }));
  for (const value of sorted) {
    const at = Math.floor(numberOf(value) / width + 1e-9) - first;
    bins[Math.min(Math.max(at, 0), bins.length - 1)]?.values.push(value);
  }
  return bins;
}

/** The next number that is 1, 2 or 5 times a power of ten. */
export function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const times = number / power;
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

const MEAN_LETTER = 0.56;

/** Estimates the width of a text. */
export const widthOf = (text: string, size: number): number => text.length * size * MEAN_LETTER;

/** Cuts a text to a width. */
export function cut(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text;
  return `${text.slice(0, Math.max(1, Math.floor(width / (size * MEAN_LETTER)) - 1)).trimEnd()}…`;
}
