// The differences between two versions of a record, by its view schema: nested fields one by one, references by name,
// lists by added and removed entries. Pure.
import type { Schema } from '@mizan/openapi/document';
import { isObject, same, type Values } from '../data/changes.ts';
import { isMasked } from '../document/reader.ts';
import { idOf, type Resource } from '../document/resources.ts';
import { kindOf, labelOf, referenceOf, type Kind } from '../document/schema.ts';
import { textDifference, type Piece } from './text-difference.ts';

export interface Change {
  /** The path of the field, with a dot for a nested one. */
  path: string;
  /** The top-level field. */
  field: string;
  /** The label of the top-level field, and that of the nested one. */
  label: string;
  inner?: string;
  schema: Schema;
  before: unknown;
  after: unknown;
  /** The added and removed entries of a list. */
  entries?: { added: unknown[]; removed: unknown[] };
  /** The words of a text. */
  pieces?: Piece[];
  /** The reader may not see the values. */
  masked?: boolean;
}

type Shape = Pick<Resource, 'view' | 'input' | 'idField'>;

/**
 * All differences, in the order of the schema. A missing version has no values. What is masked differs by name alone:
 * when it is among the changed fields, or only one version is there.
 */
export function differences(
  resource: Shape,
  before: Values | null,
  after: Values | null,
  changed: string[] = [],
): Change[] {
  return Object.entries(resource.view.properties ?? {})
    .filter(([field, schema]) => isReported(resource, field, schema))
    .flatMap(([field, schema]) => {
      const label = labelOf(field, schema);
      const one = before?.[field];
      const other = after?.[field];
      if (isMasked(before, field) || isMasked(after, field)) {
        const differs = !before || !after || changed.includes(field);
        return differs ? [{ path: field, field, label, schema, before: one, after: other, masked: true }] : [];
      }
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

/** The changes that restoring makes: read-only fields, such as whether an account is locked, do not change. */
export function writable({ patch }: Pick<Resource, 'patch'>, changes: Change[]): Change[] {
  if (!patch) return changes;
  const fields = new Set(
    Object.entries(patch.properties ?? {})
      .filter(([, property]) => !property.readOnly)
      .map(([field, property]) => referenceOf(property)?.view ?? field),
  );
  return changes.filter(({ field }) => fields.has(field));
}

/** Leaves out the identifier, which never changes, and the time of the last write, which is the version's own time. */
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
    // Only the order differs: both lists are shown as a whole.
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

/** References are compared by identifier, since a record may have been renamed. */
function isSame(before: unknown, after: unknown, schema: Schema): boolean {
  if (isEmpty(before) || isEmpty(after)) return isEmpty(before) && isEmpty(after);
  if (kindOf(schema) === 'reference' && isObject(before) && isObject(after) && idOf(before))
    return idOf(before) === idOf(after);
  if (kindOf(schema) === 'references' && Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((one, index) => isSameEntry(one, after[index]));
  }
  return same(before, after);
}

/** The entries in one list and not in the other; duplicates count separately. */
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
