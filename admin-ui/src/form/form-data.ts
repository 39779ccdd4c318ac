// Converts between a record and a form's data.
import type { Schema } from '@mizan/openapi/document';
import { isObject, type Values } from '../data/changes.ts';
import { idOf, isWhole, nameOf, type Resource } from '../document/resources.ts';
import { isChoices, kindOf, referenceOf, referenceWithin } from '../document/schema.ts';

/**
 * The record reduced to the fields of the input schema. A field with the identifier of another record takes it from the
 * embedded record.
 */
export function formDataOf(schema: Schema, record: Values): Values {
  const data: Values = {};
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const value = valueOf(field, property, record);
    if (value !== undefined && value !== null) data[field] = value;
  }
  return data;
}

function valueOf(field: string, property: Schema, record: Values): unknown {
  const related = record[referenceOf(property)?.view ?? ''];
  if (kindOf(property) === 'references' && Array.isArray(related))
    return related.map((one) => (isObject(one) ? idOf(one) : one));
  if (isObject(related) && property.properties === undefined) return idOf(related);
  const value = record[field];
  if (property.properties && isObject(value)) return formDataOf(property, value);
  if (property.items?.properties && Array.isArray(value)) {
    const { items } = property;
    return value.map((one) => (isObject(one) ? formDataOf(items, one) : one));
  }
  // In the order of the checkboxes, so that another order is not a change.
  if (isChoices(property) && Array.isArray(value)) return property.items?.enum?.filter((one) => value.includes(one));
  return value;
}

/**
 * The titles of referenced records by their identifiers, so that pickers need not fetch them. Those with too few fields
 * for a title are left out.
 */
export function namesIn({ referred }: Pick<Resource, 'referred'>, record: Values): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [field, template] of Object.entries(referred)) {
    const value = record[field];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isObject(one) && idOf(one) && isWhole(one, template)) names[idOf(one)] = nameOf(one, template);
    }
  }
  return names;
}

/** The initial values of a new record: the schema's defaults. */
export function defaultsOf(schema: Schema): Values {
  const data: Values = {};
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    if (property.default !== undefined && property.default !== null) data[field] = property.default;
    else if (property.properties) {
      const inner = defaultsOf(property);
      if (Object.keys(inner).length > 0) data[field] = inner;
    }
  }
  return data;
}

/**
 * The references that a URL fills in, by their names in the view: `?project=…`. Nothing else can be filled in from a
 * URL.
 */
export function referencesIn(schema: Schema, search: URLSearchParams): Values {
  const data: Values = {};
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const within = referenceWithin(property);
    const view = (within ? referenceOf(within.property) : referenceOf(property))?.view;
    const id = view === undefined ? null : search.get(view);
    if (!id || !/^[0-9a-f]{24}$/.test(id)) continue;
    data[field] = within ? { [within.key]: id } : property.type === 'array' ? [id] : id;
  }
  return data;
}

/** The data to validate and send: texts normalised by the schema's `x-normalize`, empty values left out. */
export function prepared(schema: Schema, data: Values): Values {
  const required = new Set(schema.required);
  const out: Values = {};
  for (const [field, value] of Object.entries(data)) {
    const property = schema.properties?.[field] ?? {};
    const ready = preparedValue(property, value);
    if (ready === undefined || ready === null) continue;
    if (isObject(ready) && Object.keys(ready).length === 0 && !required.has(field)) continue;
    out[field] = ready;
  }
  return out;
}

function preparedValue(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string') return normalised(schema, value);
  if (Array.isArray(value)) return value.map((one) => preparedValue(schema.items ?? {}, one ?? emptyOf(schema.items)));
  if (isObject(value)) return prepared(schema, value);
  return value;
}

/** A new row is an empty text, not undefined. */
const emptyOf = (schema: Schema | undefined): unknown => (schema?.type === 'string' ? '' : undefined);

function normalised(schema: Schema, text: string): string {
  return (schema['x-normalize'] ?? []).reduce(
    (value, rule) => (rule === 'trim' ? value.trim() : rule === 'lowercase' ? value.toLowerCase() : value),
    text,
  );
}
