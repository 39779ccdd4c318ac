// The schema of a bulk edit, with the chosen fields only, and the values that it sends.
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

/** All editable fields, in the order of the form. */
export function fieldsOf(resource: Resource): FieldChoice[] {
  const properties = editSchema(resource)?.properties ?? {};
  return Object.entries(properties)
    .filter(([, property]) => !property.readOnly && property.const === undefined)
    .map(([field, property]) => ({ field, label: labelOf(field, property) }));
}

/** The schema with these fields only, in the order in which they were chosen. */
export function schemaWith(resource: Resource, fields: string[]): Schema {
  const { properties = {}, required = [], ...rest } = editSchema(resource) ?? {};
  return {
    ...rest,
    properties: Object.fromEntries(fields.flatMap((field) => (properties[field] ? [[field, properties[field]]] : []))),
    required: required.filter((field) => fields.includes(field)),
  };
}

/** The initial value of a field: a checkbox is never undetermined, and a list is an empty one. */
export function startOf(schema: Schema | undefined): unknown {
  if (!schema) return undefined;
  const kind = kindOf(schema);
  if (kind === 'boolean') return false;
  return ['list', 'references', 'images'].includes(kind) ? [] : undefined;
}

/** The values to send: a field that was left empty is cleared in every record. */
export function updateOf(schema: Schema, data: Values): Values {
  const ready = prepared(schema, data);
  return Object.fromEntries(Object.keys(schema.properties ?? {}).map((field) => [field, ready[field] ?? null]));
}

/** Whether an optional field is left empty, which clears it. */
export function clearsSomething(schema: Schema, data: Values): boolean {
  const required = new Set(schema.required);
  return Object.entries(updateOf(schema, data)).some(([field, value]) => value === null && !required.has(field));
}
