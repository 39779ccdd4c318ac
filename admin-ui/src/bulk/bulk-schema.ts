// The schema of a bulk edit: of what may be changed of a record, the fields that were chosen, and what is sent of them.
import type { Schema } from '@mizan/openapi/document';
import type { Values } from '../data/changes.ts';
import type { Resource } from '../document/resources.ts';
import { kindOf, labelOf } from '../document/schema.ts';
import { prepared } from '../form/form-data.ts';
import { editSchema } from '../form/form-schema.ts';

export interface FieldChoice {
  field: string;
  label: string;
}

/** Every field that can be changed, in the order of the form. */
export function fieldsOf(resource: Resource): FieldChoice[] {
  const properties = editSchema(resource)?.properties ?? {};
  return Object.entries(properties)
    .filter(([, property]) => !property.readOnly && property.const === undefined)
    .map(([field, property]) => ({ field, label: labelOf(field, property) }));
}

/** One schema with only these fields, in the order in which they were chosen. */
export function schemaWith(resource: Resource, fields: string[]): Schema {
  const { properties = {}, required = [], ...rest } = editSchema(resource) ?? {};
  return {
    ...rest,
    properties: Object.fromEntries(fields.flatMap((field) => (properties[field] ? [[field, properties[field]]] : []))),
    required: required.filter((field) => fields.includes(field)),
  };
}

/** What a field starts with: no box is neither ticked nor unticked, and a list is empty before it is not. */
export function startOf(schema: Schema | undefined): unknown {
  if (!schema) return undefined;
  const kind = kindOf(schema);
  if (kind === 'boolean') return false;
  return ['list', 'references', 'images'].includes(kind) ? [] : undefined;
}

/** The values to send: what was left empty is emptied in every record. */
export function updateOf(schema: Schema, data: Values): Values {
  const ready = prepared(schema, data);
  return Object.fromEntries(Object.keys(schema.properties ?? {}).map((field) => [field, ready[field] ?? null]));
}

/** Whether something is left empty that may be. */
export function clearsSomething(schema: Schema, data: Values): boolean {
  const required = new Set(schema.required);
  return Object.entries(updateOf(schema, data)).some(([field, value]) => value === null && !required.has(field));
}
