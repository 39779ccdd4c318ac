// What a field of a row of a change set is corrected with: the field of the form that writes it. Pure.
import type { Schema } from '@mizan/openapi/document';
import type { SetRow } from '../data/change-sets.ts';
import type { Resource } from '../document/resources.ts';
import { referenceOf, referenceWithin } from '../document/schema.ts';
import { createSchema, editSchema } from '../form/form-schema.ts';

export interface Correction {
  /** The name of the field as it is written. */
  field: string;
  /** A schema with this field alone. */
  schema: Schema;
}

/** Undefined for a field that cannot be set. `field` is its name in the record. */
export function correctionOf(resource: Resource, { action }: SetRow, field: string): Correction | undefined {
  if (action === 'delete') return undefined;
  const whole = action === 'create' ? createSchema(resource) : editSchema(resource);
  const properties = Object.entries(whole?.properties ?? {}).filter(([, property]) => !property.readOnly);
  const [own, property] =
    properties.find(([name]) => name === field) ?? properties.find(([, one]) => viewOf(one) === field) ?? [];
  if (own === undefined || property === undefined) return undefined;
  return {
    field: own,
    schema: {
      ...whole,
      properties: { [own]: property },
      required: (whole?.required ?? []).filter((one) => one === own),
    },
  };
}

const viewOf = (property: Schema): string | undefined =>
  (referenceOf(property) ?? referenceOf(referenceWithin(property)?.property ?? {}))?.view;
