// What differs between two states of a record, as a person would tell it: by the schema that it is read with, groups
// of fields opened, references by what they name, lists by what came and went. Pure: it draws nothing.
import type { Schema } from '@mizan/openapi/document';
import { isObject, same, type Values } from '../data/changes.ts';
import { idOf, type Resource } from '../document/resources.ts';
import { kindOf, labelOf, referenceOf, type Kind } from '../document/schema.ts';
import { textDifference, type Piece } from './text-difference.ts';

export interface Change {
  /** The field of the record, and within a group its own name after a dot. */
  path: string;
  /** The field of the record itself. */
  field: string;
  /** The label of the record's field, and of the one within it. */
  label: string;
  inner?: string;
  schema: Schema;
  before: unknown;
  after: unknown;
  /** Of a list: what came and what went. */
  entries?: { added: unknown[]; removed: unknown[] };
  /** Of a text: its words. */
  pieces?: Piece[];
}

type Shape = Pick<Resource, 'view' | 'input' | 'idField'>;

/** Every difference, in the order of the schema. A state that is not there has no values. */
export function differences(resource: Shape, before: Values | null, after: Values | null): Change[] {
  return Object.entries(resource.view.properties ?? {})
    .filter(([field, schema]) => isReported(resource, field, schema))
    .flatMap(([field, schema]) => {
      const label = labelOf(field, schema);
      const one = before?.[field];
      const other = after?.[field];
      if (kindOf(schema) !== 'facts' || !schema.properties)
        return changeOf({ path: field, field, label, schema, before: one, after: other });
      return Object.entries(schema.properties).flatMap(([name, inner]) =>
        changeOf({
          path: `${field}.${name}`,
          field,
          label,
          inner: labelOf(name, inner),
          schema: inner,
          before: isObject(one) ? one[name] : undefined,
          after: isObject(other) ? other[name] : undefined,
        }),
      );
    });
}

/** Those that a restoration brings about: what is only read, such as whether an account is locked, stays as it is. */
export function writable({ patch }: Pick<Resource, 'patch'>, changes: Change[]): Change[] {
  if (!patch) return changes;
  const fields = new Set(
    Object.entries(patch.properties ?? {}).map(([field, property]) => referenceOf(property)?.view ?? field),
  );
  return changes.filter(({ field }) => fields.has(field));
}

/** The identifier never changes, and when the server last wrote the record is the version's own time. */
function isReported({ input, idField }: Shape, field: string, schema: Schema): boolean {
  if (field === idField) return false;
  return kindOf(schema) !== 'moment' || input?.properties?.[field] !== undefined;
}

const LISTS = new Set<Kind>(['list', 'references', 'images']);

function changeOf(change: Change): Change[] {
  const { before, after, schema } = change;
  if (isSame(before, after, schema)) return [];
  if (Array.isArray(before ?? []) && Array.isArray(after ?? []) && LISTS.has(kindOf(schema))) {
    const entries = entriesOf((before ?? []) as unknown[], (after ?? []) as unknown[]);
    // Only their order differs: both are shown whole.
    return entries.added.length + entries.removed.length > 0 ? [{ ...change, entries }] : [change];
  }
  if (isLongText(before, schema) && isLongText(after, schema)) {
    const pieces = textDifference(before, after);
    if (pieces) return [{ ...change, pieces }];
  }
  return [change];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A record referred to is the same whatever it is called by now. */
function isSame(before: unknown, after: unknown, schema: Schema): boolean {
  if (isEmpty(before) || isEmpty(after)) return isEmpty(before) && isEmpty(after);
  if (kindOf(schema) === 'reference' && isObject(before) && isObject(after) && idOf(before))
    return idOf(before) === idOf(after);
  if (kindOf(schema) === 'references' && Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((one, index) => isSameEntry(one, after[index]));
  }
  return same(before, after);
}

/** What is in one list and not in the other; an entry that stands there twice counts twice. */
function entriesOf(before: unknown[], after: unknown[]): { added: unknown[]; removed: unknown[] } {
  const removed = [...before];
  const added = after.filter((entry) => {
    const at = removed.findIndex((one) => isSameEntry(one, entry));
    if (at >= 0) removed.splice(at, 1);
    return at < 0;
  });
  return { added, removed };
}

const isSameEntry = (one: unknown, other: unknown): boolean =>
  isObject(one) && isObject(other) && idOf(one) ? idOf(one) === idOf(other) : same(one, other);

const isLongText = (value: unknown, schema: Schema): value is string =>
  typeof value === 'string' && (kindOf(schema) === 'long-text' || (kindOf(schema) === 'text' && value.length > 60));
