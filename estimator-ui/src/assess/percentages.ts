// Percent steps. They change the value of the field; in an empty field they start from a base, which is recorded with
// the estimate, so that copying can be measured.
import type { EntryRecord, Unit } from '../shapes';
import { FALLBACK, KEYPAD, type PercentStep } from './limits';

export interface Base {
  source: Extract<EntryRecord['baseSource'], 'previous' | 'unit'>;
  value: number;
}

/** Changed by a percentage and rounded half up, within the keypad's maximum. */
export function adjusted(rent: number, step: PercentStep): number {
  return Math.min(Math.round((rent * (100 + step)) / 100), KEYPAD.rent.most);
}

type Bare = Pick<Unit, '_id' | 'percentageBaseInAED' | 'totalAreaInSqFt'>;

/** The rent of the nearest assessed unit before this one, in the project's order. */
export function previousAssessed<Entry extends { _id: string }>(
  units: readonly Entry[],
  index: number,
  rents: ReadonlyMap<string, number>,
): { unit: Entry; rent: number } | undefined {
  for (const unit of units.slice(0, index).toReversed()) {
    const rent = rents.get(unit._id);
    if (rent !== undefined) return { unit, rent };
  }
  return undefined;
}

/**
 * The base in an empty field: the previous assessed unit's rent, else the unit's own base. The server computes that one
 * from the listed rent or the area, so that the listed rent need not be sent; the fallback is by area.
 */
export function baseOf(units: readonly Bare[], index: number, rents: ReadonlyMap<string, number>): Base {
  const previous = previousAssessed(units, index, rents);
  if (previous) return { source: 'previous', value: previous.rent };
  const unit = units[index];
  if (unit && unit.percentageBaseInAED > 0) return { source: 'unit', value: unit.percentageBaseInAED };
  const area = unit && unit.totalAreaInSqFt > 0 ? unit.totalAreaInSqFt : FALLBACK.areaInSqFt;
  return { source: 'unit', value: Math.round(FALLBACK.rentPerSqFt * area) };
}
