// Resources without what rules hide from their reader. Most readers have no such rules, and do not load it.
import { withFixed } from './fixed.ts';
import type { FieldRules } from './reader.ts';
import type { Resource } from './resources.ts';

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
