// The records that refer to a record: other resources with a reference field by which their lists can be filtered.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGetList } from 'ra-core';
import { definitionsQuery } from './definitions-query.ts';
import type { FilterGroup } from './filter-group.ts';
import { sortOf } from './filter-values.ts';
import { useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { labelOf, referenceOf } from '../document/schema.ts';

export interface Related {
  resource: Resource;
  /** The field that refers to the record. */
  field: string;
  /** Another field of the same resource refers to it too, so the label needs the field's name. */
  ambiguous: boolean;
}

/** Every field of a resource that refers to this one; whether a list of references can be filtered is not known yet. */
export function referringTo(resource: Resource, resources: Resource[]): Related[] {
  return resources.flatMap((other) => {
    const fields = Object.entries(other.view.properties ?? {})
      .filter(([, schema]) => referenceOf(schema)?.resource === resource.name)
      // A reference that can be sorted by can also be filtered by.
      .filter(([field, schema]) => schema.type === 'array' || other.sortable.includes(field))
      .map(([field]) => field);
    return fields.map((field) => ({ resource: other, field, ambiguous: fields.length > 1 }));
  });
}

/** The last segment of a related list's path: `boats`, or `boats.owner` when several fields refer. */
export const relatedPath = ({ resource, field, ambiguous }: Related): string =>
  ambiguous ? `${resource.name}.${field}` : resource.name;

export const relatedLabel = ({ resource, field, ambiguous }: Related): string =>
  ambiguous ? `${resource.label} (${labelOf(field, resource.view.properties?.[field])})` : resource.label;

/** Matches what refers to any of these records. */
export const relatedFilter = ({ field }: Related, ...ids: string[]): FilterGroup => ({
  operator: ids.length > 1 ? 'OR' : 'AND',
  conditions: ids.map((id) => ({ field, operator: 'equals', value: id })),
});

/** The related lists of a record: those that the user may read and that can be filtered by it. */
export function useRelated(resource: Resource): Related[] {
  const resources = useResources();
  const may = useMay();
  const all = useMemo(
    () => referringTo(resource, resources).filter((one) => may(one.resource, 'list')),
    [resource, resources, may],
  );
  // Whether a list of references can be filtered by is only in its filter definitions.
  const lists = useMemo(
    () => all.filter(({ resource: { view }, field }) => view.properties?.[field]?.type === 'array'),
    [all],
  );
  const filterable = useQueries({
    queries: lists.map((one) => ({
      ...definitionsQuery(one.resource),
      enabled: may(one.resource, 'filters'),
    })),
    combine: (answers) => answers.map(({ data }, at) => data?.some(({ key }) => key === lists[at]?.field) ?? false),
  });
  return useMemo(
    () => all.filter((one) => !lists.includes(one) || filterable[lists.indexOf(one)] === true),
    [all, lists, filterable],
  );
}

const ONE = { page: 1, perPage: 1 };

/** The total of what refers to any of these records. */
export function useRelatedTotal(related: Related, ...ids: string[]): number | undefined {
  const { resource } = related;
  const params = { pagination: ONE, sort: sortOf(resource), filter: { filters: relatedFilter(related, ...ids) } };
  return useGetList(resource.name, params, { retry: false }).total;
}
