// Which cells of a list can be edited: those of fields that the schema of a change has and the user may change.
import type { Schema } from '@mizan/openapi/document';
import { schemaWith } from '../bulk/bulk-schema.ts';
import type { Column, Resource } from '../document/resources.ts';
import { isChoices, kindOf, referenceOf, referenceWithin, type Kind } from '../document/schema.ts';
import { editSchema } from '../form/form-schema.ts';

/** Lists of records, images and groups of fields need more room than a cell. */
const KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'long-text',
  'number',
  'boolean',
  'date',
  'moment',
  'choice',
  'email',
  'link',
  'reference',
]);

/** The field of a change that each column shows. A reference is shown under another name than it is written by. */
export function editableFields(resource: Resource): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [field, property] of Object.entries(editSchema(resource)?.properties ?? {})) {
    if (!isEditable(property)) continue;
    const within = referenceWithin(property)?.property;
    const column = referenceOf(within ?? property)?.view ?? field;
    if (column in (resource.view.properties ?? {})) fields.set(column, field);
  }
  return fields;
}

function isEditable(property: Schema): boolean {
  const isFixed = property.readOnly || property.writeOnly || property.const !== undefined;
  if (isFixed || property['x-widget'] === 'password') return false;
  return KINDS.has(kindOf(property)) || isChoices(property) || referenceWithin(property) !== undefined;
}

/** The columns that a block is pasted into, and what is known of their fields. */
export interface Target {
  resource: Resource;
  columns: Column[];
  /** The field that each column is written as; undefined where it cannot be changed. */
  fields: (string | undefined)[];
  /** The schema of a change of these fields. */
  schema: Schema;
}

export function targetFor(resource: Resource, columns: Column[]): Target {
  const editable = editableFields(resource);
  const fields = columns.map(({ field }) => editable.get(field));
  const written = fields.filter((field) => field !== undefined);
  return { resource, columns, fields, schema: schemaWith(resource, written) };
}
