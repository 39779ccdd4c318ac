// The columns of an import: the fields of the input under the names that screens show, nested ones after a colon, and
// what a cell of a reference holds.
import type { Schema } from '@mizan/openapi/document';
import type { Resource } from '../document/resources.ts';
import { kindOf, labelOf, referenceOf, referenceWithin } from '../document/schema.ts';

export interface ImportColumn {
  /** What the first line calls it: the label, or the field's name where the label is not clear. */
  name: string;
  required: boolean;
  schema: Schema;
  /** The field's name in the API, dotted in groups. */
  field: string;
  /** The label of the field by which a cell names the other record; undefined for its identifier. */
  key?: string;
}

interface Field {
  /** The field's name in the API, dotted in groups. */
  name: string;
  label: string;
  required: boolean;
  schema: Schema;
}

type Described = Pick<Resource, 'input' | 'view'>;
type Target = Pick<Resource, 'name' | 'input' | 'key'>;

export function importColumns(resource: Described, all: Target[]): ImportColumn[] {
  const fields = fieldsIn(resource.input ?? {});
  const named = fields.map((field) => ({ ...field, ...namedBy(field, resource, all) }));
  const names = new Set([...fields.map(({ name }) => name), ...Object.keys(resource.view.properties ?? {})]);
  const isClear = ({ name, label, view }: (typeof named)[number]): boolean =>
    label !== '' &&
    named.filter((other) => isSame(other.label, label)).length === 1 &&
    [...names].every((other) => other === name || other === view || !isSame(other, label));
  return named.map((field) => ({
    name: isClear(field) ? field.label : field.name,
    required: field.required,
    schema: field.schema,
    field: field.name,
    ...(field.key !== undefined && { key: field.key }),
  }));
}

/** How a reference is written: by the key of its record, under the label of the record; else by its identifier. */
function namedBy(
  { label, schema }: Field,
  { view: shown }: Described,
  all: Target[],
): { label: string; view?: string; key?: string } {
  const reference = referenceOf(schema);
  if (!reference) return { label };
  const target = all.find(({ name }) => name === reference.resource);
  const [only, ...others] = target?.key ?? [];
  // What screens call the field is the column of names.
  if (only === undefined || others.length > 0 || reference.view === undefined) return { label: '' };
  const { view } = reference;
  return {
    label: labelOf(view, shown.properties?.[view]),
    view,
    key: labelOf(only, target?.input?.properties?.[only]),
  };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function fieldsIn(input: Schema): Field[] {
  const required = new Set(input.required);
  return Object.entries(input.properties ?? {}).flatMap(([field, schema]) => {
    if (schema.readOnly) return [];
    const label = labelOf(field, schema);
    if (kindOf(schema) !== 'facts' || !schema.properties)
      return { name: field, label, required: required.has(field), schema };
    const only = referenceWithin(schema);
    if (only) return { name: `${field}.${only.key}`, label, required: required.has(field), schema: only.property };
    return fieldsIn(schema).map((inner) => ({
      ...inner,
      name: `${field}.${inner.name}`,
      label: `${label}: ${inner.label}`,
      required: inner.required && required.has(field),
    }));
  });
}
