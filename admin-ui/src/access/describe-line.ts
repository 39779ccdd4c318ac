// Lines of a policy in words: 'May change units where Project is one of the user's projects'.
import { getLocale } from '@mizan/ui-kit/locale';
import { m } from '@mizan/ui-kit/messages';
import type { FilterDefinition, FilterType } from '../data/filter-definition.ts';
import { conditionsOf, readFilters, type Condition, type FilterGroup, type FilterNode } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { kindOf, labelOf, referenceOf } from '../document/schema.ts';
import { labelOfChoice } from '../fields/value.tsx';
import { describe } from '../filters/describe.ts';

const ACTIONS: Record<string, () => string> = {
  '*': m.access_action_all,
  read: m.access_action_read,
  create: m.access_action_create,
  update: m.access_action_update,
  delete: m.access_action_delete,
  import: m.access_action_import,
  export: m.access_action_export,
  history: m.access_action_history,
  restore: m.access_action_restore,
};

/** An action as a verb within a sentence. */
export const actionLabel = (action: string): string => ACTIONS[action]?.() ?? action.replaceAll('-', ' ');

/** As people think of them, those of a resource's own last. */
export function ordered(actions: string[]): string[] {
  const at = (action: string) => (action in ACTIONS ? Object.keys(ACTIONS).indexOf(action) : Infinity);
  return actions.toSorted((one, other) => Math.sign(at(one) - at(other)) || one.localeCompare(other));
}

export const listOf = (texts: string[]): string =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(texts);

/** The label of what a permission is about, within a sentence. */
export const nounsOf = (resources: Resource[], name: string): string =>
  resources.find((one) => one.name === name)?.nouns ?? name.replaceAll('-', ' ');

/** The label of what a permission is about: a resource of the document, or an area. */
export const subjectLabel = (resources: Resource[], name: string): string =>
  resources.find((one) => one.name === name)?.label ?? labelOf(name.replaceAll('-', ' '), undefined);

export const fieldLabel = (resources: Resource[], resource: string, field: string): string =>
  labelOf(field, resources.find((one) => one.name === resource)?.view.properties?.[field]);

/** A condition of a rule as text. `names` are the titles of records by identifier. */
export function describeRule(
  node: FilterNode,
  resource: string,
  resources: Resource[],
  names: Record<string, string> = {},
): string {
  const conditions = conditionsOf(node);
  return describe(node, {
    definitions: definitionsFor(conditions, resource, resources),
    names: { ...names, ...namesOfUserValues(conditions) },
  });
}

/** The definitions of the fields in conditions, as far as the document has them. */
export function definitionsFor(conditions: Condition[], name: string, resources: Resource[]): FilterDefinition[] {
  return [...new Set(conditions.map(({ field }) => field))].flatMap((field) => {
    const definition = definitionAt(field, name, resources);
    return definition ? [definition] : [];
  });
}

const TYPES: Partial<Record<string, FilterType>> = {
  choice: 'select',
  reference: 'select',
  references: 'select',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  moment: 'date',
};

const PLAIN = { operators: [], placeholder: null, hasIndex: false, required: false };

/** Follows references: `project.developer`. */
function definitionAt(path: string, name: string, resources: Resource[]): FilterDefinition | undefined {
  if (path === 'createdBy')
    return {
      ...PLAIN,
      key: path,
      label: m.access_created_by(),
      type: 'text',
      options: [],
      reference: null,
      unit: null,
    };
  const labels: string[] = [];
  let resource = resources.find((one) => one.name === name);
  const fields = path.split('.');
  for (const [at, field] of fields.entries()) {
    const schema = resource?.view.properties?.[field];
    if (!schema) return undefined;
    labels.push(labelOf(field, schema));
    const reference = referenceOf(schema)?.resource;
    if (at === fields.length - 1) {
      const values = schema.enum ?? schema.items?.enum ?? [];
      return {
        ...PLAIN,
        key: path,
        label: labels.join(' › '),
        type: TYPES[kindOf(schema)] ?? 'text',
        options: values.map((value) => ({ value: String(value), label: labelOfChoice(value, schema) })),
        reference: reference ?? null,
        unit: schema['x-unit'] ?? null,
      };
    }
    resource = resources.find((one) => one.name === reference);
  }
  return undefined;
}

/** `$user.projects` as words. */
function namesOfUserValues(conditions: Condition[]): Record<string, string> {
  const values = conditions.flatMap(({ value }) => value ?? []).map(String);
  return Object.fromEntries(
    values
      .filter((value) => value.startsWith('$user.'))
      .map((value) => {
        const name = value.slice('$user.'.length);
        return [value, name === 'id' ? m.access_user_self() : m.access_user_value({ name: labelOf(name, undefined) })];
      }),
  );
}

const LEVELS: Record<string, (texts: { fields: string; label: string }) => string> = {
  hide: m.access_line_hide,
  mask: m.access_line_mask,
  readonly: m.access_line_readonly,
};

/** A line of a policy as a sentence; undefined for one of another kind. */
export function describeLine(text: string, resources: Resource[]): string | undefined {
  const [kind = '', , resource = '', what = ''] = text.split(',').map((part) => part.trim());
  const label = nounsOf(resources, resource);
  const after = text.split(',').slice(4).join(',').trim();
  switch (kind) {
    case 'p':
      return m.access_line_may({ action: actionLabel(what), label });
    case 'g':
      return m.access_line_inherits({ role: resource });
    case 'where': {
      const filter = readNode(after);
      const condition = filter ? describeRule(filter, resource, resources) : after;
      return m.access_line_where({ action: actionLabel(what), label, condition });
    }
    case 'fields': {
      const fields = listOf(after.split(/\s+/).map((field) => fieldLabel(resources, resource, field)));
      return LEVELS[what]?.({ fields, label });
    }
    default:
      return undefined;
  }
}

/** A rule is one condition, or a group of them. */
function readNode(text: string): FilterNode | null {
  try {
    const value: unknown = JSON.parse(text);
    const group = readFilters(value);
    if (group) return group;
    const one: FilterGroup | null = readFilters({ operator: 'AND', conditions: [value] });
    return one?.conditions[0] ?? null;
  } catch {
    return null;
  }
}
