// Formats values by their unit: the code of a currency, `%` (0.05 is 5 %), `×`, `points` or any text, such as
// `EUR per hour`; a count has none.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';

const DIGITS: Record<string, number> = { '': 0, '%': 1, '×': 2, points: 1 };

/** Whether a unit is the code of a currency: amounts are shown without decimals. */
export const isCurrency = (unit: string): boolean => /^[A-Z]{3}$/.test(unit);

const digitsOf = (value: number, unit: string): number =>
  isCurrency(unit) ? 0 : unit === '' && !Number.isInteger(value) ? 2 : (DIGITS[unit] ?? 2);

/** The usual number of decimals of a column: by its unit; without a unit none, unless a value is a fraction. */
export const usualDecimals = (values: number[], unit: string): number =>
  digitsOf(values.find((value) => !Number.isInteger(value)) ?? 0, unit);

/**
 * The number of decimals in a chart: the usual one, and up to two more where different values would look equal. Money
 * has none.
 */
export function decimalsOf(values: number[], unit: string): number {
  const usual = usualDecimals(values, unit);
  if (usual === 0) return 0;
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const spread = scaled(high - low, unit);
  if (!(spread > 0)) return usual;
  // A difference is visible from two steps of the last digit.
  return Math.min(usual + 2, Math.max(usual, Math.ceil(-Math.log10(spread / 2) - 1e-9)));
}

/** Percentages are stored as fractions. */
const scaled = (value: number, unit: string): number => (unit === '%' ? value * 100 : value);

/**
 * The digits alone, for use below a heading with the unit. `most` is the result of `decimalsOf` for values that are
 * shown together.
 */
export function digits(value: number, unit: string, most = digitsOf(value, unit)): string {
  const shown = formatNumber(scaled(value, unit), most, most);
  // No minus for what is rounded to zero; otherwise a minus as wide as a plus.
  return /^-[0.,]+$/.test(shown) ? shown.slice(1) : shown.replace('-', '−');
}

/** Adds the plus of a value whose sign is its meaning. */
export const withPlus = (shown: string): string => (/^[−0.,]*$|^−/.test(shown) ? shown : `+${shown}`);

export type Direction = 'up' | 'down' | 'same';

/** The direction of a change, as far as its digits show it. */
export function directionOf(change: number, unit: string): Direction {
  const shown = digits(Math.abs(change), unit);
  if (shown === digits(0, unit)) return 'same';
  return change > 0 ? 'up' : 'down';
}

/** The unit of a difference: percentage points for percentages. */
export const unitOfChange = (unit: string): string => (unit === '%' ? m.analytics_percentage_points() : unit);

/** The size of a change, without a sign or the unit, which the value beside it shows. */
export function amount(change: number, unit: string): string {
  const by = digits(Math.abs(change), unit);
  return unit === '%' ? m.analytics_with_unit({ value: by, unit: unitOfChange(unit) }) : by;
}

/** `+1.2` or `−1.2`, for use below a heading with the unit. */
export function signed(change: number, unit: string): string {
  const direction = directionOf(change, unit);
  const by = digits(Math.abs(change), unit);
  return direction === 'same' ? by : `${direction === 'up' ? '+' : '−'}${by}`;
}
