// A number that is a fraction of one, which users read and type in percent.

/** With the digits that were typed: 0.07 × 100 is 7.000000000000001 in binary. */
const exact = (number: number): number => Number(number.toPrecision(15));

export const asPercent = (fraction: number): number => exact(fraction * 100);
export const asFraction = (percent: number): number => exact(percent / 100);
