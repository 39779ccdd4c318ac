// Schemas of forms in which some fields are seen only, or not even that. It is loaded with the first form.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { FieldRules } from './reader.ts';
import { labelOf, referenceOf, referenceWithin } from './schema.ts';

/** The name of an input's field in the view: `project` for `projectId`. */
const nameInView = (field: string, schema: Schema): string =>
  referenceOf(referenceWithin(schema)?.property ?? schema)?.view ?? field;

/** A form's schema in which these fields of the view can be seen only, or not even that. */
export function withFixed(schema: Schema, { hidden, masked, readonly }: FieldRules): Schema {
  if (hidden.length + masked.length + readonly.length === 0) return schema;
  const free = new Set<string>();
  const properties: Record<string, Schema> = {};
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const name = nameInView(field, property);
    if (hidden.includes(name)) continue;
    const label = labelOf(field, property);
    if (masked.includes(name))
      properties[field] = {
        ...property,
        'x-masked': true,
        readOnly: true,
        description: m.rules_masked_text({ label }),
      };
    else if (readonly.includes(name))
      properties[field] = { ...property, readOnly: true, description: m.rules_readonly_text({ label }) };
    else {
      properties[field] = property;
      free.add(field);
    }
  }
  return {
    ...schema,
    properties,
    ...(schema.required && { required: schema.required.filter((one) => free.has(one)) }),
  };
}
