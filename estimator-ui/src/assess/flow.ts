// The flow through a project's units, in the server's order.
import type { Project, Unit } from '../shapes';

type Bare = Pick<Unit, '_id' | 'bedrooms'>;
type Assessed = ReadonlySet<string>;

/** A shorter text of digits is an index, not an identifier. */
const INDEX_BELOW = 4;

/**
 * The index of a unit that is requested by its identifier, or by a short number as an index; the first one if it is
 * unknown.
 */
export function indexOfUnit(units: readonly Pick<Bare, '_id'>[], id: string): number {
  const found = units.findIndex((unit) => unit._id === id);
  if (found >= 0) return found;
  const index = id.length < INDEX_BELOW && /^\d+$/.test(id) ? Number(id) : 0;
  return index < units.length ? index : 0;
}

/** The first unit without an assessment, if any. */
export function firstOpen<Some extends Pick<Bare, '_id'>>(
  units: readonly Some[],
  assessed: Assessed,
): Some | undefined {
  return units.find((unit) => !assessed.has(unit._id));
}

/** The percentage of assessed units, rounded to 100 only when all are, and to 0 only when none is. */
export function percentOf(done: number, of: number): number {
  if (of <= 0 || done <= 0) return 0;
  return done >= of ? 100 : Math.min(99, Math.max(1, Math.round((done / of) * 100)));
}

export type Next = { to: 'unit'; index: number } | { to: 'completed'; open: number };

/**
 * Where a save of the unit at `index` leads: to the next unit, or after the last unit, or the last open one, to the
 * completion screen, with the number of open units.
 */
export function afterSave(units: readonly Pick<Bare, '_id'>[], index: number, assessedBefore: Assessed): Next {
  const saved = units[index]?._id;
  const missing = units.filter((unit) => !assessedBefore.has(unit._id));
  const open = missing.filter((unit) => unit._id !== saved).length;
  const completes = open === 0 && missing.length > 0;
  return completes || index >= units.length - 1 ? { to: 'completed', open } : { to: 'unit', index: index + 1 };
}

/**
 * The bedroom count that a save completes: all its units, more than one, are assessed now and were not before. Saving a
 * unit again completes nothing, so this happens once.
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

/** The first uncompleted project other than the current one. A project without units cannot be assessed. */
export function nextProject<Entry extends Progress>(projects: readonly Entry[], left: string): Entry | undefined {
  return projects.find((project) => project._id !== left && project.unitsCount > 0 && !isCompleted(project));
}
