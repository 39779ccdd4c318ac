// Figures that look like a slip, such as a zero too many: ten times or more of what the estimator said before, or a tenth
// or less. They are asked about once, and saved all the same if they are meant.
import type { Unit } from '../shapes';
import { SLIP } from './limits';
import { baseOf, previousAssessed } from './percentages';

/** What a figure is compared with. */
export type Reference =
  /** The estimator's last estimate of the unit. */
  | { to: 'last'; rent: number }
  /** The median of the estimator's other units with as many bedrooms. */
  | { to: 'alike'; rent: number; bedrooms: number }
  /** The base of percent steps: the previous assessed unit, or the unit's own base, which is never shown. */
  | { to: 'previous'; rent: number; number: string }
  | { to: 'unit'; rent: number };

/** `times` is by how much the figure is above or below its reference, rounded, at least `SLIP`. */
export type Slip = Reference & { above: boolean; times: number };

type Bare = Pick<Unit, '_id' | 'unitNumber' | 'bedrooms' | 'percentageBaseInAED' | 'totalAreaInSqFt'>;

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

/** The references of the unit at `index` among what the screen holds, the nearest one first. */
export function referencesOf(units: readonly Bare[], index: number, rents: ReadonlyMap<string, number>): Reference[] {
  const unit = units[index];
  if (!unit) return [];
  const { _id, bedrooms } = unit;
  const last = rents.get(_id);
  const alike = median(
    units
      .filter((other) => other._id !== _id && other.bedrooms === bedrooms)
      .map((other) => rents.get(other._id))
      .filter((rent) => rent !== undefined),
  );
  const previous = previousAssessed(units, index, rents);
  return [
    ...(last === undefined ? [] : [{ to: 'last' as const, rent: last }]),
    ...(alike === undefined ? [] : [{ to: 'alike' as const, rent: alike, bedrooms }]),
    previous
      ? { to: 'previous', rent: previous.rent, number: previous.unit.unitNumber }
      : { to: 'unit', rent: baseOf(units, index, rents).value },
  ];
}

/** The slip that a figure looks like, by the first reference that it is far from. One that is saved already is none. */
export function slipOf(rent: number, references: readonly Reference[]): Slip | undefined {
  if (rent <= 0 || references.some((reference) => reference.to === 'last' && reference.rent === rent)) return undefined;
  for (const reference of references) {
    if (reference.rent <= 0) continue;
    if (rent >= reference.rent * SLIP) return { ...reference, above: true, times: Math.round(rent / reference.rent) };
    if (rent * SLIP <= reference.rent) return { ...reference, above: false, times: Math.round(reference.rent / rent) };
  }
  return undefined;
}
