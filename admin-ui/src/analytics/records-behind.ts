// The records behind a figure: the list of the dataset's resource with the same filter, for those who may read it.
import { called, type Analytics } from '../document/analytics.ts';
import { useMay, useResourceNamed } from '../document/context.tsx';
import { definitionOf, type FilterDefinition } from '../filters/definition.ts';
import { writeFilters, type Condition, type FilterGroup } from '../filters/filter-group.ts';
import { useDefinitions } from '../filters/use-definitions.ts';
import { paths } from '../paths.ts';
import type { Member } from './answers.ts';
import type { View } from './view.ts';

export interface RecordsBehind {
  /** What they are, in a sentence. */
  label: string;
  /** The list of all of them, or of one row's; undefined when no filter of the list says the same. */
  to: (row?: Member) => string | undefined;
}

export function useRecordsBehind(analytics: Analytics, view: View): RecordsBehind {
  const may = useMay();
  const resource = useResourceNamed(called(analytics.datasets, view.dataset)?.resource);
  // A list knows nothing of the dataset's time.
  const possible = may(resource, 'list') && may(resource, 'filters') && !view.from && !view.to;
  const { data: definitions } = useDefinitions(resource, possible);
  const field = definitions && definitionOf(definitions, view.rows ?? '');
  const to = (row?: Member): string | undefined => {
    if (!resource || !possible) return undefined;
    if (!row) return paths.list(resource.area, resource.name, searchFor(view.filters));
    const condition = field && conditionFor(field, row);
    if (!condition) return undefined;
    const conditions = view.filters ? [view.filters, condition] : [condition];
    return paths.list(resource.area, resource.name, searchFor({ operator: 'AND', conditions }));
  };
  return { label: resource?.nouns ?? '', to };
}

const searchFor = (filters: FilterGroup | null): string =>
  filters ? `?filters=${encodeURIComponent(writeFilters(filters))}` : '';

/** A field that is called as the dimension holds its keys. */
export function conditionFor(
  { key: field, type, operators, options }: FilterDefinition,
  { key }: Member,
): Condition | undefined {
  if (key === null || !operators.includes('equals')) return undefined;
  if (type === 'number')
    return key !== '' && Number.isFinite(Number(key)) ? { field, operator: 'equals', value: Number(key) } : undefined;
  if (type === 'text') return { field, operator: 'equals', value: key };
  if (type !== 'select') return undefined;
  if (options.length === 0) return { field, operator: 'equals', value: key };
  const option = options.find(({ value }) => String(value) === key);
  return option && { field, operator: 'equals', value: option.value };
}
