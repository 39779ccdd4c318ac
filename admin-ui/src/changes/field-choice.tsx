// Chooses one field of one resource, to whose changes the feed is limited.
import { m } from '@mizan/ui-kit/messages';
import { isGroup, type FilterGroup, type FilterNode } from '../data/filter-group.ts';
import type { FilterDefinition } from '../data/filter-definition.ts';
import type { Resource } from '../document/resources.ts';
import { labelOf } from '../document/schema.ts';
import styles from './changes.module.css';
import { ofResource } from './feed.ts';

interface Props {
  /** Those whose history the user may read. */
  resources: Resource[];
  definitions: FilterDefinition[] | undefined;
  filters: FilterGroup | null;
  onChange: (filters: FilterGroup | null) => void;
}

export function FieldChoice({ resources, definitions, filters, onChange }: Props) {
  const known = new Set(definitions?.find(({ key }) => key === 'field')?.options.map(({ value }) => value));
  const chosen = chosenOf(filters);
  const choose = (value: string) => {
    const [resource = '', field = ''] = value.split('.');
    const added = value ? [...ofResource(resource).conditions, condition(field)] : [];
    const conditions = [...remaining(filters), ...added];
    onChange(conditions.length > 0 ? { operator: 'AND', conditions } : null);
  };
  return (
    <select
      className={styles.field}
      aria-label={m.changes_field()}
      value={chosen}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{m.changes_field_any()}</option>
      {resources.map(({ name, label, view }) => (
        <optgroup key={name} label={label}>
          {Object.entries(view.properties ?? {})
            .filter(([field]) => known.has(field) || chosen === `${name}.${field}`)
            .map(([field, schema]) => (
              <option key={field} value={`${name}.${field}`}>
                {labelOf(field, schema)}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

const condition = (value: string): FilterNode => ({ field: 'field', operator: 'equals', value });

const isOf = (node: FilterNode, field: string): boolean =>
  !isGroup(node) && node.field === field && node.operator === 'equals';

/** The value of the choice; empty unless the filter names one resource and one field of it. */
function chosenOf(filters: FilterGroup | null): string {
  if (filters?.operator !== 'AND') return '';
  const [resource, ...others] = filters.conditions.filter((node) => isOf(node, 'resource'));
  const [field, ...more] = filters.conditions.filter((node) => isOf(node, 'field'));
  if (!resource || !field || others.length + more.length > 0 || isGroup(resource) || isGroup(field)) return '';
  return `${String(resource.value)}.${String(field.value)}`;
}

/** The conditions of a filter on anything else. */
function remaining(filters: FilterGroup | null): FilterNode[] {
  if (!filters) return [];
  if (filters.operator === 'OR' && filters.conditions.length > 1) return [filters];
  return filters.conditions.filter((node) => !isOf(node, 'resource') && !isOf(node, 'field'));
}
