// A value as text and digits, by its unit: `AED`, `AED per sq ft`, `%` (0.05 is 5 %), `×`, `points`, nothing for a count.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';

const DIGITS: Record<string, number> = { AED: 0, '': 0, '%': 1, '×': 2, points: 1 };
const digitsOf = (value: number, unit: string): number =>
  unit === '' && !Number.isInteger(value) ? 2 : (DIGITS[unit] ?? 2);

/** How many digits values of a column have after the point: as many as their unit has; without a unit none unless one is a fraction. */
export const usualDecimals = (values: number[], unit: string): number =>
  digitsOf(values.find((value) => !Number.isInteger(value)) ?? 0, unit);

/**
 * How many digits values of a drawing have after the point: the usual ones, and up to two more where these would make
 * different values look alike. Money is whole.
 */
export function decimalsOf(values: number[], unit: string): number {
  const usual = usualDecimals(values, unit);
  if (usual === 0) return 0;
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const spread = scaled(high - low, unit);
  if (!(spread > 0)) return usual;
  // Two steps of the last digit are the least that can be distinguished.
  return Math.min(usual + 2, Math.max(usual, Math.ceil(-Math.log10(spread / 2) - 1e-9)));
}

/** What a value's digits are of: fractions are read in hundredths. */
const scaled = (value: number, unit: string): number => (unit === '%' ? value * 100 : value);

/**
 * The digits alone, as they stand below a heading that tells the unit. Of several values that stand together `most` is
 * what `decimalsOf` says of all of them.
 */
export function digits(value: number, unit: string, most = digitsOf(value, unit)): string {
  // Digits are Latin in every language, and so is their point.
  const [whole = '', part = ''] = formatNumber(scaled(value, unit), most).split('.');
  const shown = most === 0 ? whole : `${whole}.${part.padEnd(most, '0')}`;
  // What is rounded away is not below zero; what is has a sign as wide as a plus.
  return /^-0(\.0+)?$/.test(shown) ? shown.slice(1) : shown.replace('-', '−');
}

export type Direction = 'up' | 'down' | 'same';

/** Which way it went, as far as can be seen in its digits. */
export function directionOf(change: number, unit: string): Direction {
  const shown = digits(Math.abs(change), unit);
  if (shown === digits(0, unit)) return 'same';
  return change > 0 ? 'up' : 'down';
}

/** What two values differ by: fractions by percentage points. */
export const unitOfChange = (unit: string): string => (unit === '%' ? m.analytics_percentage_points() : unit);

/** By how much, without which way, beside a value that tells its unit. */
export function amount(change: number, unit: string): string {
  const by = digits(Math.abs(change), unit);
  return unit === '%' ? m.analytics_with_unit({ value: by, unit: unitOfChange(unit) }) : by;
}

/** `+1.2` or `−1.2`, below a heading that tells the unit. */
export function signed(change: number, unit: string): string {
  const direction = directionOf(change, unit);
  const by = digits(Math.abs(change), unit);
  return direction === 'same' ? by : `${direction === 'up' ? '+' : '−'}${by}`;
}
