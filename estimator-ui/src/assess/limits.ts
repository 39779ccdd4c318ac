// The constants of the assessment, from the specification's table.

export const RENT = { least: 10_000, most: 5_000_000 } as const;
export const APPRECIATION = { least: -50, most: 100 } as const;
export const CONFIDENCE = { least: 0, most: 100 } as const;

/** What the keypad accepts, which is more than what can be saved. */
export const KEYPAD = {
  /** Nine digits fit on a phone and are a hundred times the maximum rent. */
  rent: { digits: 9, most: 999_999_999 },
  appreciation: { digits: 3, most: 150 },
  confidence: { digits: 3, most: 100 },
} as const;

export const PERCENT_STEPS = [-1, -2, -5, 1, 2, 5] as const;
export type PercentStep = (typeof PERCENT_STEPS)[number];

/** The base of percent steps when nothing else is known. */
export const FALLBACK = { rentPerSqFt: 100, areaInSqFt: 1000 } as const;

/** In milliseconds. */
export const TYPED_AFTER = 1500;
export const CELEBRATION = 5000;
/** `duration` in milliseconds. */
export const CONFETTI = { pieces: 50, duration: 3000 } as const;
/**
 * In milliseconds: a second tap on Save this soon after a save was meant for the previous unit, if nothing was entered.
 */
export const SECOND_TAP = 400;
/** In seconds. */
export const COUNTDOWN = 10;
/** How many times a figure is above or below another one to look like a slip. */
export const SLIP = 10;
