// A filter of a list as the server takes it and as the address holds it: conditions joined by AND or OR, nested.
// It reads and writes the text; what a field may be compared with is said by its definition.

export type Joiner = 'AND' | 'OR';
export type Scalar = string | number | boolean;

export interface Condition {
  field: string;
  operator: string;
  value: Scalar | Scalar[];
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

/** Every condition, however deep it stands. */
export function conditionsOf(node: FilterNode): Condition[] {
  return isGroup(node) ? node.conditions.flatMap(conditionsOf) : [node];
}

export function depthOf(node: FilterNode): number {
  return isGroup(node) ? 1 + Math.max(0, ...node.conditions.map(depthOf)) : 0;
}

/** Reads a filter from an address or a stored one; null when it is none, or one that no server would take. */
export function readFilters(value: unknown): FilterGroup | null {
  const group = readGroup(typeof value === 'string' ? parsed(value) : value, 1);
  if (!group || conditionsOf(group).length > MOST_CONDITIONS) return null;
  return group;
}

export const writeFilters = (group: FilterGroup): string => JSON.stringify(group);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A group without conditions says nothing and is left out; anything that is neither spoils the whole. */
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
  if (!isScalar(first) && !(Array.isArray(first) && first.every(isScalar))) return null;
  if (secondValue === undefined || secondValue === null) return { field, operator, value: first };
  return isScalar(secondValue) ? { field, operator, value: first, secondValue } : null;
}

/** What is left when the node at a path of indices is taken away; groups that become empty go with it. */
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
