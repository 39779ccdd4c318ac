// Resources as their reader sees them: without hidden fields, with masked and read-only ones marked. The document of a
// signed-in user says the same; the permissions of the user are what both follow from.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { Me } from '@mizan/ui-kit/session';
import type { Resource } from './resources.ts';
import { labelOf, referenceOf, referenceWithin } from './schema.ts';

/** Fields of a resource's view that its reader does not see, or may not change, in any record. */
export interface FieldRules {
  hidden: string[];
  masked: string[];
  readonly: string[];
}

const NO_RULES: FieldRules = { hidden: [], masked: [], readonly: [] };

/** What the user does not see and may not change of a resource. */
export function rulesOf(me: Me | null, resource: string): FieldRules {
  return { ...NO_RULES, ...me?.permissions.find((entry) => entry.resource === resource) };
}

/** The fields of a record that are null because its reader may not see them. */
export function maskedIn(record: Record<string, unknown> | null | undefined): string[] {
  const masked = record?.['masked'];
  return Array.isArray(masked) ? (masked as string[]) : [];
}

/** Whether a field of a record is null because its reader may not see it. */
export const isMasked = (
  record: Record<string, unknown> | null | undefined,
  field: string,
  schema?: Schema | undefined,
): boolean => schema?.['x-masked'] === true || maskedIn(record).includes(field);

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

/** A resource without what its reader may not see. */
export function asSeen(resource: Resource, given: FieldRules): Resource {
  const { properties = {} } = resource.view;
  const masked = Object.keys(properties).filter(
    (field) => given.masked.includes(field) || properties[field]?.['x-masked'],
  );
  const rules = { ...given, masked };
  const { hidden } = rules;
  if (hidden.length + masked.length + rules.readonly.length === 0) return resource;
  const isUsed = (field: string): boolean => !hidden.includes(field) && !masked.includes(field);
  const shown = Object.entries(properties).filter(([field]) => !hidden.includes(field));
  const view = {
    ...resource.view,
    properties: Object.fromEntries(
      shown.map(([field, schema]) => [field, masked.includes(field) ? { ...schema, 'x-masked': true } : schema]),
    ),
  };
  const { views: all, ...rest } = resource;
  const views = all?.filter(({ fields }) => fields.every(isUsed)) ?? [];
  const sortable = resource.sortable.filter(isUsed);
  const columns = resource.columns
    .filter(({ field }) => !hidden.includes(field))
    .map((column) => ({
      ...column,
      schema: view.properties[column.field] ?? column.schema,
      sortable: column.sortable && isUsed(column.field),
    }));
  // What names a record and leads to it is in every row.
  const title = hidden.includes(resource.title) ? (columns[0]?.field ?? resource.idField) : resource.title;
  return {
    ...rest,
    view,
    input: resource.input && withFixed(resource.input, rules),
    patch: resource.patch && withFixed(resource.patch, rules),
    title,
    columns: columns.map((column) => (column.field === title ? { ...column, hideable: false } : column)),
    sortable,
    ...(!isUsed(resource.defaultSort.field) && {
      defaultSort: {
        field: ['createdAt', ...sortable].find((field) => sortable.includes(field)) ?? resource.idField,
        direction: 'desc' as const,
      },
    }),
    ...(views.length > 0 && { views }),
    ...(resource.cards && { cards: resource.cards.filter((card) => card.kind !== 'breakdown' || isUsed(card.field)) }),
    referred: Object.fromEntries(Object.entries(resource.referred).filter(([field]) => !hidden.includes(field))),
  };
}
