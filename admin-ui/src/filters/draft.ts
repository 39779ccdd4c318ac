// The draft of a filter in the builder: every part has an id, values are kept as typed, and nothing is lost when an
// operator is changed and changed back.
import { isBusinessDay } from '@mizan/ui-kit/day';
import { dayEntryOf } from '@mizan/ui-kit/day-input';
import { numberEntryOf } from '@mizan/ui-kit/number-input';
import {
  definitionOf,
  isIdentifier,
  optionLabel,
  takesList,
  takesNone,
  takesTwo,
  wrongIn,
  type FilterDefinition,
  type Wrong,
} from '../data/filter-definition.ts';
import {
  DEEPEST,
  isGroup,
  MOST_CONDITIONS,
  type Condition,
  type FilterGroup,
  type FilterNode,
  type Joiner,
  type Scalar,
} from '../data/filter-group.ts';

export interface DraftCondition {
  id: string;
  /** Empty until a field is chosen. */
  field: string;
  operator: string;
  first: string;
  second: string;
  /** The chosen options or records; operators of one value use the first. */
  chosen: Scalar[];
}

export interface DraftGroup {
  id: string;
  operator: Joiner;
  parts: DraftNode[];
}

export type DraftNode = DraftCondition | DraftGroup;

export const isDraftGroup = (node: DraftNode): node is DraftGroup => 'parts' in node;

let lastId = 0;
const nextId = (): string => `part-${(lastId += 1)}`;

export const emptyCondition = (): DraftCondition => ({
  id: nextId(),
  field: '',
  operator: '',
  first: '',
  second: '',
  chosen: [],
});
export const emptyGroup = (operator: Joiner): DraftGroup => ({ id: nextId(), operator, parts: [emptyCondition()] });

/** A draft of an existing filter, or of one empty condition. */
export function draftOf(group: FilterGroup | null): DraftGroup {
  return group ? (draftNode(group) as DraftGroup) : emptyGroup('AND');
}

function draftNode(node: FilterNode): DraftNode {
  if (isGroup(node)) return { id: nextId(), operator: node.operator, parts: node.conditions.map(draftNode) };
  const { field, operator, value, secondValue } = node;
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return {
    id: nextId(),
    field,
    operator,
    first: chosen.map(String).join(', '),
    second: String(secondValue ?? ''),
    chosen,
  };
}

/** The id of the part at a path of indices. */
export function idAt(group: DraftGroup, path: readonly number[]): string {
  const [at = -1, ...rest] = path;
  const node = group.parts[at];
  if (!node) return group.id;
  return isDraftGroup(node) ? idAt(node, rest) : node.id;
}

export function countConditions(node: DraftNode): number {
  return isDraftGroup(node) ? node.parts.reduce((count, part) => count + countConditions(part), 0) : 1;
}

export const isFull = (draft: DraftGroup): boolean => countConditions(draft) >= MOST_CONDITIONS;
/** Whether a group at this depth may contain another one; the root has depth 1. */
export const mayNest = (depth: number): boolean => depth < DEEPEST;

/** The same tree with one part replaced. */
function changed(group: DraftGroup, id: string, change: (node: DraftNode) => DraftNode): DraftGroup {
  if (group.id === id) return change(group) as DraftGroup;
  return {
    ...group,
    parts: group.parts.map((part) => {
      if (isDraftGroup(part)) return changed(part, id, change);
      return part.id === id ? change(part) : part;
    }),
  };
}

export function added(draft: DraftGroup, groupId: string, part: DraftNode): DraftGroup {
  return changed(draft, groupId, (node) => (isDraftGroup(node) ? { ...node, parts: [...node.parts, part] } : node));
}

/** Removes a part, and groups that become empty, except the root. */
export function removed(draft: DraftGroup, id: string): DraftGroup {
  const remaining = (part: DraftNode): DraftNode[] => {
    if (part.id === id) return [];
    if (!isDraftGroup(part)) return [part];
    const parts = part.parts.flatMap(remaining);
    return parts.length > 0 ? [{ ...part, parts }] : [];
  };
  return { ...draft, parts: draft.parts.flatMap(remaining) };
}

export const joined = (draft: DraftGroup, groupId: string, operator: Joiner): DraftGroup =>
  changed(draft, groupId, (node) => ({ ...node, operator }) as DraftGroup);

export const edited = (draft: DraftGroup, id: string, change: Partial<DraftCondition>): DraftGroup =>
  changed(draft, id, (node) => ({ ...node, ...change }) as DraftCondition);

/** Changes the field; a value for another type of field is discarded. */
export function fieldChosen(
  draft: DraftGroup,
  condition: DraftCondition,
  field: string,
  definitions: FilterDefinition[],
): DraftGroup {
  const before = definitionOf(definitions, condition.field);
  const after = definitionOf(definitions, field);
  const alike =
    before !== undefined &&
    before.type === after?.type &&
    before.fraction === after.fraction &&
    before.type !== 'select';
  const operator = after?.operators.includes(condition.operator) ? condition.operator : (after?.operators[0] ?? '');
  const values = alike ? {} : { first: after?.type === 'boolean' ? 'true' : '', second: '', chosen: [] };
  return edited(draft, condition.id, { field, operator, ...values });
}

/** The condition to send, even if it is incomplete. */
export function conditionOf(draft: DraftCondition, definition: FilterDefinition): Condition {
  const { field, operator } = draft;
  if (takesNone(operator)) return { field, operator };
  if (takesList(operator)) return { field, operator, value: entered(draft, definition) };
  const [value = ''] = entered(draft, definition);
  if (!takesTwo(operator)) return { field, operator, value };
  return { field, operator, value, secondValue: typed(draft.second, definition) };
}

function entered(draft: DraftCondition, definition: FilterDefinition): Scalar[] {
  if (definition.type !== 'select') return [typed(draft.first, definition)];
  if (isIdentifier(definition) && !definition.reference) return identifiersIn(draft.first);
  return draft.chosen;
}

function typed(text: string, { type }: FilterDefinition): Scalar {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  if (type === 'number') {
    const entry = numberEntryOf(text);
    return typeof entry === 'number' ? entry : '';
  }
  if (type !== 'date') return text;
  const day = dayEntryOf(text) ?? '';
  return isBusinessDay(day) ? day : '';
}

/** Splits identifiers at any separator. */
export const identifiersIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^0-9a-z]+/)
    .filter(Boolean);

/** The chosen values that are no options any more. */
export const unknownOptions = ({ chosen, operator }: DraftCondition, definition: FilterDefinition): Scalar[] =>
  definition.type !== 'select' || isIdentifier(definition)
    ? []
    : (takesList(operator) ? chosen : chosen.slice(0, 1)).filter((one) => optionLabel(definition, one) === undefined);

/** The errors of conditions by their ids; a condition without a field has none. */
export function wrongsOf(draft: DraftGroup, definitions: FilterDefinition[]): Record<string, Wrong> {
  const wrongs: Record<string, Wrong> = {};
  const look = (node: DraftNode): void => {
    if (isDraftGroup(node)) return node.parts.forEach(look);
    if (node.field === '') return;
    const definition = definitionOf(definitions, node.field);
    const wrong = definition ? wrongIn(conditionOf(node, definition), definitions) : 'field';
    if (wrong) wrongs[node.id] = wrong;
  };
  look(draft);
  return wrongs;
}

/** The filter of a draft, without conditions that have no field; null when there are none left. */
export function groupOf(draft: DraftGroup, definitions: FilterDefinition[]): FilterGroup | null {
  const conditions = draft.parts.flatMap((part): FilterNode[] => {
    if (isDraftGroup(part)) {
      const group = groupOf(part, definitions);
      return group ? [group] : [];
    }
    const definition = definitionOf(definitions, part.field);
    return definition ? [conditionOf(part, definition)] : [];
  });
  return conditions.length > 0 ? { operator: draft.operator, conditions } : null;
}
