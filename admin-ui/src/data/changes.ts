// The changes of a form: only these are sent, as a JSON merge patch.

export type Values = Record<string, unknown>;

/** Equal as JSON, in any order of keys; a missing value equals undefined. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => same(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => same(one[key], other[key]));
}

/** The fields whose values differ. */
export function changedFields(before: Values, after: Values): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !same(before[key], after[key]));
}

/** The changed fields with their new values; a removed one is null. Empty when nothing changed. */
export function mergePatch(before: Values, after: Values): Values {
  return Object.fromEntries(changedFields(before, after).map((key) => [key, after[key] ?? null]));
}

/** The fields that both sides changed, to different values. */
export function conflicting(before: Values, mine: Values, theirs: Values): string[] {
  const changed = new Set(changedFields(before, theirs));
  return changedFields(before, mine).filter((field) => changed.has(field) && !same(mine[field], theirs[field]));
}

/** Their values, with those that only this side changed. */
export function merged(before: Values, mine: Values, theirs: Values): Values {
  const values: Values = { ...theirs };
  for (const field of changedFields(before, mine)) values[field] = mine[field];
  return values;
}

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
