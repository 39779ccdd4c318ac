// Merges the contributions of all modules and provides them to every screen.
import type { Schema } from '@mizan/openapi/document';
import { createContext, use } from 'react';
import type { Column, Resource } from '../document/resources.ts';
import { paths } from '../paths.ts';
import { withHomes } from './at-home.tsx';
import type { ModulePage, ModuleUi, OverviewCard, ResourceUi, Translations } from './types.ts';

interface Any {
  view: Record<string, unknown>;
  input: Record<string, unknown>;
  verbs: string;
}

/** A module's contribution with any names; they are validated before it is used. */
export type AnyResource = ResourceUi<Any, string>;
type AnyModule = ModuleUi<Record<string, Any>>;

/** A module's folder and the default export of its `ui/index.tsx`. */
export interface ModulePart {
  name: string;
  ui: AnyModule;
}

export interface ModuleRegistry {
  resources: Record<string, AnyResource>;
  /** Lists that are tabs of a resource: the resource whose path they are under, and the rest of their path. */
  lists: Record<string, { under: string; path: string }>;
  cards: OverviewCard[];
  pages: ModulePage[];
  translations: Translations;
}

/** Merges the modules. Two modules that claim one slot are a build error. */
export function mergeModules(brought: ModulePart[]): ModuleRegistry {
  const parts = brought.map(({ name, ui }) => ({
    name,
    ui: { ...ui, ...withHomes({ resources: ui.resources, cards: ui.cards, pages: ui.pages }) },
  }));
  const resources: ModuleRegistry['resources'] = {};
  const lists: ModuleRegistry['lists'] = {};
  const owners = new Map<string, string>();
  const claim = (slot: string, module: string) => {
    const other = owners.get(slot);
    if (other !== undefined) throw new Error(`The modules ${other} and ${module} both bring ${slot}.`);
    owners.set(slot, module);
  };
  for (const { name, ui } of parts) {
    for (const [resource, added] of Object.entries(ui.resources ?? {})) {
      if (added) {
        for (const slot of new Set(slotsOf(added))) claim(`${slot} of ${resource}`, name);
        resources[resource] = mergedUi(resources[resource], added);
      }
      for (const tab of added?.tabs ?? []) {
        claim(`the list of ${tab.resource} as a tab`, name);
        lists[tab.resource] = { under: resource, path: tab.path };
      }
    }
    for (const { key } of ui.cards ?? []) claim(`the card ${key}`, name);
    for (const { area, path } of ui.pages ?? []) claim(`the page ${paths.page(area, path)}`, name);
    for (const key of Object.keys(ui.translations ?? {})) claim(`translations of ${key}`, name);
  }
  return {
    resources,
    lists,
    cards: parts.flatMap(({ ui }) => ui.cards ?? []).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0)),
    pages: parts.flatMap(({ ui }) => ui.pages ?? []),
    translations: Object.assign({}, ...parts.map(({ ui }) => ui.translations)) as Translations,
  };
}

/** Points that several modules may add to, each under names of its own; any other point belongs to one module. */
const BY_NAME = ['cells', 'dialogs', 'fractions', 'inputs', 'labels', 'screens', 'texts', 'unparsed', 'verbs'];

/** What a module adds to a resource, each under the name that no other module may use. */
const slotsOf = (added: AnyResource): string[] =>
  Object.entries(added).flatMap(([point, value]: [string, unknown]) => {
    if (Array.isArray(value)) {
      return value.map((one: { key?: string; path?: string }) => `${point} “${one.key ?? one.path ?? ''}”`);
    }
    return BY_NAME.includes(point) ? Object.keys(value as object).map((one) => `${point} “${one}”`) : [point];
  });

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

const NOTHING: ModuleRegistry = { resources: {}, lists: {}, cards: [], pages: [], translations: {} };
const NONE: AnyResource = {};

export const ModuleRegistryContext = createContext<ModuleRegistry>(NOTHING);

/** The contributions of all modules. */
export const useModuleRegistry = (): ModuleRegistry => use(ModuleRegistryContext);

/** What a module contributes for this resource. */
export const useResourceUi = (resource: Pick<Resource, 'name'>): AnyResource =>
  use(ModuleRegistryContext).resources[resource.name] ?? NONE;

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
    ...(title && {
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

function arranged(all: Column[], { shown, fixed, unsortable = [] }: NonNullable<AnyResource['columns']>): Column[] {
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
