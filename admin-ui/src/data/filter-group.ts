// A list's filter as the server and the URL have it: nested conditions joined by AND or OR. Parses and formats it;
// which comparisons a field allows is in its definition.

export type Joiner = 'AND' | 'OR';
export type Scalar = string | number | boolean;

export interface Condition {
  field: string;
  operator: string;
  /** None for an operator such as `is_missing`. */
  value?: Scalar | Scalar[];
  /** The upper end of `between`. */
  secondValue?: Scalar;
}

export interface FilterGroup {
  operator: Joiner;
  conditions: FilterNode[];
}

export type FilterNode = Condition | FilterGroup;

/** The outermost group counts. */
export const DEEPEST = 4;
export const MOST_CONDITIONS = 50;

export const isGroup = (node: FilterNode): node is FilterGroup => 'conditions' in node;

/** All conditions at any depth. */
export function conditionsOf(node: FilterNode): Condition[] {
  return isGroup(node) ? node.conditions.flatMap(conditionsOf) : [node];
}

export function depthOf(node: FilterNode): number {
  return isGroup(node) ? 1 + Math.max(0, ...node.conditions.map(depthOf)) : 0;
}

/** Parses a filter of a URL or a saved one; null when it is invalid. */
export function readFilters(value: unknown): FilterGroup | null {
  const group = readGroup(typeof value === 'string' ? parsed(value) : value, 1);
  if (!group || conditionsOf(group).length > MOST_CONDITIONS) return null;
  return group;
}

/** A filter as far as it could be read. */
export interface ReadFilter {
  filters: FilterGroup | null;
  /** The text of something that is no filter. */
  unreadable?: string | undefined;
}

/** Reads a filter of a URL or a saved one. Nothing, or groups without conditions, are no filter. */
export function readFilter(value: unknown): ReadFilter {
  const filters = readFilters(value);
  if (filters || isNothing(value)) return { filters };
  return { filters: null, unreadable: typeof value === 'string' ? value : JSON.stringify(value) };
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '' || (parsed(value) !== null && isNothing(parsed(value)));
  if (!isRecord(value) || !Array.isArray(value['conditions'])) return false;
  return value['conditions'].every((one) => isRecord(one) && isNothing(one));
}

export const writeFilters = (group: FilterGroup): string => JSON.stringify(group);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Skips empty groups; anything that is neither a group nor a condition makes the filter invalid. */
function readGroup(value: unknown, depth: number): FilterGroup | null {
  if (!isRecord(value) || depth > DEEPEST) return null;
  const { operator, conditions } = value;
  if ((operator !== 'AND' && operator !== 'OR') || !Array.isArray(conditions)) return null;
  const read: FilterNode[] = [];
  for (const one of conditions) {
    if (isRecord(one) && Array.isArray(one['conditions']) && one['conditions'].length === 0) continue;
    const node = isRecord(one) && 'conditions' in one ? readGroup(one, depth + 1) : readCondition(one);
    if (!node) return null;
    read.push(node);
  }
  return read.length > 0 ? { operator, conditions: read } : null;
}

function readCondition(value: unknown): Condition | null {
  if (!isRecord(value)) return null;
  const { field, operator, value: first, secondValue } = value;
  if (typeof field !== 'string' || typeof operator !== 'string') return null;
  if (first === undefined || first === null) {
    return secondValue === undefined || secondValue === null ? { field, operator } : null;
  }
  if (!isScalar(first) && !(Array.isArray(first) && first.every(isScalar))) return null;
  if (secondValue === undefined || secondValue === null) return { field, operator, value: first };
  return isScalar(secondValue) ? { field, operator, value: first, secondValue } : null;
}

/** Removes the node at a path of indices, and groups that become empty. */
export function without(group: FilterGroup, path: readonly number[]): FilterGroup | null {
  const [at, ...rest] = path;
  const conditions = group.conditions.flatMap((node, index) => {
    if (index !== at) return [node];
    if (rest.length === 0 || !isGroup(node)) return [];
    const left = without(node, rest);
    return left ? [left] : [];
  });
  return conditions.length > 0 ? { ...group, conditions } : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
