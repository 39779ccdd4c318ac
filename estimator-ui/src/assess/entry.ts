// The estimate of a unit while it is entered: its values, where they came from, and how they were entered.
import type { Assessment, AssessmentInput, EntryRecord } from '../shapes';
import { press, type NumberKey } from './keypad';
import type { PercentStep } from './limits';
import { adjusted, type Base } from './percentages';

export interface Values {
  rent: number;
  appreciation: number;
  confidence: number;
}

/** 0 is an empty field. */
const EMPTY: Values = { rent: 0, appreciation: 0, confidence: 0 };

export interface Entry extends Values {
  /** What the estimate started from, unless the field has been cleared since. */
  base: { source: EntryRecord['baseSource']; value?: number };
  /** The number of presses on the keypad. */
  taps: number;
  /** Whether any of it was typed on a keyboard. */
  typed: boolean;
  /** When the unit was opened, in milliseconds. */
  since: number;
}

export function valuesOf(saved: Assessment | undefined): Values {
  if (!saved) return EMPTY;
  return {
    rent: saved.estimatedYearlyRentInAED,
    appreciation: saved.estimatedCapitalAppreciationPercentage,
    confidence: saved.confidenceScore,
  };
}

/** Starts with the saved estimate, or with 0. */
export function begin(saved: Assessment | undefined, now: number): Entry {
  const base: Entry['base'] = saved ? { source: 'saved', value: saved.estimatedYearlyRentInAED } : { source: 'none' };
  return { ...valuesOf(saved), base, taps: 0, typed: false, since: now };
}

/** A cleared field has no base. */
function withRent(entry: Entry, rent: number): Entry {
  return { ...entry, rent, ...(rent === 0 ? { base: { source: 'none' as const }, typed: false } : {}) };
}

export function pressed(entry: Entry, key: NumberKey): Entry {
  return { ...withRent(entry, press('rent', entry.rent, key)), taps: entry.taps + 1 };
}

/** A percent step changes the value; in an empty field it starts from `base`. */
export function stepped(entry: Entry, step: PercentStep, base: Base): Entry {
  const from = entry.rent > 0 ? entry : { ...entry, rent: base.value, base };
  return { ...withRent(from, adjusted(from.rent, step)), taps: entry.taps + 1 };
}

export function typed(entry: Entry, rent: number): Entry {
  if (rent === entry.rent) return entry;
  return { ...withRent(entry, rent), ...(rent > 0 ? { typed: true } : {}) };
}

/** Whether the values differ from the saved estimate, or without one, any of them is above 0. */
export function isUnsaved(values: Values, saved: Assessment | undefined): boolean {
  if (!saved) return values.rent > 0 || values.appreciation > 0 || values.confidence > 0;
  const before = valuesOf(saved);
  return (
    values.rent !== before.rent ||
    values.appreciation !== before.appreciation ||
    values.confidence !== before.confidence
  );
}

/** The request body. Only the rent is entered; appreciation and confidence are reset to 0. */
export function inputOf(entry: Entry, unit: { projectId: string; unitId: string }, now: number): AssessmentInput {
  const { source, value } = entry.base;
  return {
    ...unit,
    estimatedYearlyRentInAED: entry.rent,
    estimatedCapitalAppreciationPercentage: 0,
    confidenceScore: 0,
    entry: {
      baseSource: source,
      ...(value === undefined ? {} : { baseValue: value }),
      taps: entry.taps,
      typed: entry.typed,
      seconds: Math.max(0, Math.round((now - entry.since) / 100) / 10),
    },
  };
}
