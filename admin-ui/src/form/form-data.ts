// A record as a form edits it, and a form's data as the server takes it.
import type { Schema } from '@mizan/openapi/document';
import { isObject, type Values } from '../data/changes.ts';
import { idOf, isWhole, nameOf, type Resource } from '../document/resources.ts';
import { isChoices, kindOf, referenceOf, referenceWithin } from '../document/schema.ts';

/**
 * The record picked by the fields of the input schema. A field that names another record takes the identifier from
 * the property of the read record that holds it.
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
  // Boxes have an order of their own; another one is no change.
  if (isChoices(property) && Array.isArray(value)) return property.items?.enum?.filter((one) => value.includes(one));
  return value;
}

/**
 * What the records are named that this record refers to, by their identifiers: pickers show it without asking. Those
 * of which too little is shown for their titles are left out.
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

/** What a new record starts with: the schema's own defaults. */
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
 * The references that an address fills in, by the names that the record is read with: `?project=…`. Nothing else is
 * filled in from outside of the form.
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

/** The data as it is checked and sent: texts normalised by the schema's own words, what is empty left out. */
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

/** A row that was added and not yet filled in is an empty text, not a hole. */
const emptyOf = (schema: Schema | undefined): unknown => (schema?.type === 'string' ? '' : undefined);

function normalised(schema: Schema, text: string): string {
  return (schema['x-normalize'] ?? []).reduce(
    (value, rule) => (rule === 'trim' ? value.trim() : rule === 'lowercase' ? value.toLowerCase() : value),
    text,
  );
}
