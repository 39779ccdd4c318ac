// Merges the contributions of all modules and provides them to every screen.
import type { Schema } from '@mizan/openapi/document';
import type { AreaCard } from '@mizan/ui-kit/areas';
import type { WaitingSource } from '@mizan/ui-kit/waiting';
import { createContext, use } from 'react';
import type { Column, Resource } from '../document/resources.ts';
import { paths } from '../paths.ts';
import { ownAreas, type Area } from './areas.ts';
import { withHomes } from './at-home.tsx';
import type { HeaderItem, ModulePage, NavigationGroup, StartPage, Widget, Wrapper } from './frame-types.ts';
import { BY_NAME, collisions, type AnyResource, type ModulePart } from './slots.ts';
import type { Translations } from './types.ts';

export interface ModuleRegistry {
  resources: Record<string, AnyResource>;
  /** Lists that are tabs of a resource: the resource whose path they are under, and the rest of their path. */
  lists: Record<string, { under: string; path: string }>;
  /** The areas, those of modules last. */
  areas: Area[];
  /** The start pages by their areas. */
  starts: Partial<Record<string, StartPage>>;
  pages: ModulePage[];
  groups: NavigationGroup[];
  header: HeaderItem[];
  wrappers: Wrapper[];
  widgets: Widget[];
  translations: Translations;
  /** The product's areas, as Page Not Found shows them. */
  productAreas: AreaCard[];
  /** What waits for a user. */
  waiting: WaitingSource[];
}

/**
 * Merges the modules.
 *
 * @throws When a slot is claimed twice: each such slot with both modules.
 */
export function mergeModules(
  brought: ModulePart[],
  waiting: WaitingSource[] = [],
  productAreas: AreaCard[] = [],
): ModuleRegistry {
  const areas = ownAreas();
  const own = areas.map(({ path }) => ({ slot: `areas.${path}`, by: 'the back-office' }));
  const claimedTwice = collisions(brought, own);
  if (claimedTwice.length > 0) throw new Error(claimedTwice.join('\n'));
  const parts = brought.map(({ ui: { translations, ...ui } }) => ({ ui: { ...withHomes(ui), translations } }));
  const resources: ModuleRegistry['resources'] = {};
  const lists: ModuleRegistry['lists'] = {};
  for (const [resource, added] of parts.flatMap(({ ui }) => Object.entries(ui.resources ?? {}))) {
    if (!added) continue;
    resources[resource] = mergedUi(resources[resource], added);
    for (const tab of added.tabs ?? []) lists[tab.resource] = { under: resource, path: tab.path };
  }
  const starts = parts.flatMap(({ ui }) => ui.starts ?? []);
  return {
    resources,
    lists,
    areas: [...areas, ...parts.flatMap(({ ui }) => ui.areas ?? [])],
    starts: Object.fromEntries(starts.map((start) => [start.area, start])),
    pages: parts.flatMap(({ ui }) => ui.pages ?? []),
    groups: inOrder(parts.flatMap(({ ui }) => ui.groups ?? [])),
    header: inOrder(parts.flatMap(({ ui }) => ui.header ?? [])),
    wrappers: inOrder(parts.flatMap(({ ui }) => ui.wrappers ?? [])),
    widgets: inOrder(parts.flatMap(({ ui }) => ui.widgets ?? [])),
    translations: Object.assign({}, ...parts.map(({ ui }) => ui.translations)) as Translations,
    productAreas,
    waiting,
  };
}

/** By `order`; equal ones as the modules are listed. */
export const inOrder = <Entry extends { order?: number }>(entries: Entry[]): Entry[] =>
  entries.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0));

/** The contributions of two modules to one resource, which use no slot twice. */
function mergedUi(known: AnyResource | undefined, added: AnyResource): AnyResource {
  const all = new Map<string, unknown>(Object.entries(known ?? {}));
  for (const [point, value] of Object.entries(added) as [string, unknown][]) {
    const before = all.get(point);
    if (Array.isArray(value) && Array.isArray(before))
      all.set(point, [...(before as unknown[]), ...(value as unknown[])]);
    else if (BY_NAME.includes(point)) all.set(point, { ...(before as object | undefined), ...(value as object) });
    else all.set(point, value);
  }
  return Object.fromEntries(all) as AnyResource;
}

const NONE: AnyResource = {};

export const ModuleRegistryContext = createContext<ModuleRegistry>(mergeModules([]));

/** The contributions of all modules. */
export const useModuleRegistry = (): ModuleRegistry => use(ModuleRegistryContext);

/** What modules contribute for this resource. */
export const useResourceUi = (resource: Pick<Resource, 'name'>): AnyResource =>
  use(ModuleRegistryContext).resources[resource.name] ?? NONE;

/** The label of an area. */
export const useAreaLabel = (area: string): string =>
  use(ModuleRegistryContext).areas.find(({ path }) => path === area)?.label ?? area;

/** A resource with a module's labels, titles, columns, order and path. `all` are the resources that titles may name. */
export function withUi(
  resource: Resource,
  { labels = {}, columns, sort, title, unparsed = {} }: AnyResource = NONE,
  list?: ModuleRegistry['lists'][string],
  all: Resource[] = [],
): Resource {
  const properties = { ...resource.view.properties };
  for (const [field, label] of Object.entries(labels)) {
    if (properties[field] && label !== undefined) properties[field] = { ...properties[field], title: label };
  }
  const sorts = sort !== undefined && resource.sortable.includes(sort.field);
  const labelled = resource.columns.map((column) => ({ ...column, label: labels[column.field] ?? column.label }));
  return {
    ...resource,
    view: { ...resource.view, properties },
    columns: columns ? arranged(labelled, columns) : labelled,
    ...(sorts && { defaultSort: sort }),
    ...(title &&
      properties[title.field] && {
        title: title.field,
        titleTemplate: `{${title.field}}`,
        titled: (record) => title.of(record, (name) => all.find((one) => one.name === name)),
      }),
    ...(list && { listPath: `${paths.list(resource.area, list.under)}/${list.path}` }),
    ...withUnparsed(resource, unparsed),
  };
}

/** The form schemas with the numbers that replace unparsable input. */
function withUnparsed({ input, patch }: Resource, unparsed: NonNullable<AnyResource['unparsed']>) {
  const withLabels = (schema: Schema): Schema => {
    const properties = { ...schema.properties };
    for (const [field, number] of Object.entries(unparsed)) {
      const known = properties[field];
      if (known && number !== undefined) properties[field] = withNumber(known, number);
    }
    return { ...schema, properties };
  };
  return { input: input && withLabels(input), patch: patch && withLabels(patch) };
}

function withNumber(schema: Schema, number: number): Schema {
  if (!schema.properties) return { ...schema, 'x-unparsed': number };
  const parts = Object.entries(schema.properties).map(([field, part]) => [field, withNumber(part, number)] as const);
  return { ...schema, properties: Object.fromEntries(parts) };
}

function arranged(all: Column[], columns: NonNullable<AnyResource['columns']>): Column[] {
  const { shown = all.filter((column) => column.usual).map(({ field }) => field), fixed, unsortable = [] } = columns;
  const usual = shown.flatMap((field) => all.find((column) => column.field === field) ?? []);
  const others = all.filter(({ field }) => !shown.includes(field));
  return [
    ...usual.map((column) => ({
      ...column,
      usual: true,
      hideable: fixed ? !fixed.includes(column.field) : column.hideable,
      sortable: column.sortable && !unsortable.includes(column.field),
    })),
    ...others.map((column) => ({ ...column, usual: false, hideable: fixed !== undefined || column.hideable })),
  ];
}
