// The column names of an import: the fields of the input, nested ones with a dot.
import type { Schema } from '@mizan/openapi/document';
import { kindOf, labelOf, referenceWithin } from '../document/schema.ts';

export interface ImportColumn {
  name: string;
  label: string;
  required: boolean;
  schema: Schema;
}

export function importColumns(input: Schema): ImportColumn[] {
  const required = new Set(input.required);
  return Object.entries(input.properties ?? {}).flatMap(([field, schema]) => {
    const label = labelOf(field, schema);
    if (kindOf(schema) !== 'facts' || !schema.properties)
      return { name: field, label, required: required.has(field), schema };
    const only = referenceWithin(schema);
    if (only) return { name: `${field}.${only.key}`, label, required: required.has(field), schema: only.property };
    return importColumns(schema).map((inner) => ({
      ...inner,
      name: `${field}.${inner.name}`,
      label: `${label}: ${inner.label}`,
      required: inner.required && required.has(field),
    }));
  });
}
