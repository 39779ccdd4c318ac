// The way through a project's units. Units come in the project's order, which the server gives.
import type { Project, Unit } from '../shapes';

type Bare = Pick<Unit, '_id' | 'bedrooms'>;
type Assessed = ReadonlySet<string>;

/** Shorter than this and all digits: an index, not an identifier. */
const INDEX_BELOW = 4;

/** Where a unit stands that is requested by its identifier, or by a short number as an index; the first one if it is unknown. */
export function indexOfUnit(units: readonly Pick<Bare, '_id'>[], id: string): number {
  const found = units.findIndex((unit) => unit._id === id);
  if (found >= 0) return found;
  const index = id.length < INDEX_BELOW && /^\d+$/.test(id) ? Number(id) : 0;
  return index < units.length ? index : 0;
}

/** The first unit without an assessment; none when all have one. */
export function firstOpen<Some extends Pick<Bare, '_id'>>(
  units: readonly Some[],
  assessed: Assessed,
): Some | undefined {
  return units.find((unit) => !assessed.has(unit._id));
}

/** The share of units that are assessed, as a whole percentage that is 100 only when all are, and 0 only when none is. */
export function percentOf(done: number, of: number): number {
  if (of <= 0 || done <= 0) return 0;
  return done >= of ? 100 : Math.min(99, Math.max(1, Math.round((done / of) * 100)));
}

export type Next = { to: 'unit'; index: number } | { to: 'completed'; open: number };

/**
 * Where a save of the unit at `index` leads: to the next unit; after the last one, or when it was the last that was
 * missing, to the completion screen. That says how many units are open, for the last one may be saved before others.
 */
export function afterSave(units: readonly Pick<Bare, '_id'>[], index: number, assessedBefore: Assessed): Next {
  const saved = units[index]?._id;
  const missing = units.filter((unit) => !assessedBefore.has(unit._id));
  const open = missing.filter((unit) => unit._id !== saved).length;
  const completes = open === 0 && missing.length > 0;
  return completes || index >= units.length - 1 ? { to: 'completed', open } : { to: 'unit', index: index + 1 };
}

/**
 * The bedroom count that a save completes: all units of it, and more than one, have an assessment now and had not before.
 * A unit that is saved again completes nothing, so that this is so once.
 */
export function completedBedrooms(units: readonly Bare[], index: number, assessedBefore: Assessed): number | undefined {
  const saved = units[index];
  if (!saved || assessedBefore.has(saved._id)) return undefined;
  const alike = units.filter((unit) => unit.bedrooms === saved.bedrooms);
  const done = alike.every((unit) => unit._id === saved._id || assessedBefore.has(unit._id));
  return alike.length > 1 && done ? saved.bedrooms : undefined;
}

type Progress = Pick<Project, '_id' | 'unitsCount' | 'completedUnitsCount'>;

export function isCompleted({ unitsCount, completedUnitsCount }: Omit<Progress, '_id'>): boolean {
  return unitsCount > 0 && completedUnitsCount >= unitsCount;
}

/** The first project that is not yet completed, other than the one just left; one without units cannot be assessed. */
export function nextProject<Entry extends Progress>(projects: readonly Entry[], left: string): Entry | undefined {
  return projects.find((project) => project._id !== left && project.unitsCount > 0 && !isCompleted(project));
}
