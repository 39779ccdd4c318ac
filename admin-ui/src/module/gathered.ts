// What all modules bring, put together, and handed to every screen.
import { createContext, use } from 'react';
import type { Column, Resource } from '../document/resources.ts';
import { paths } from '../paths.ts';
import type { ModulePage, ModuleUi, OverviewCard, ResourceUi, Translations } from './types.ts';

interface Any {
  view: Record<string, unknown>;
  input: Record<string, unknown>;
  verbs: string;
}

/** A module's part without knowing its names: by the time it is drawn they have been checked. */
type AnyResource = ResourceUi<Any>;
type AnyModule = ModuleUi<Record<string, Any>>;

/** A module's folder and what its `ui/index.tsx` says. */
export interface ModulePart {
  name: string;
  ui: AnyModule;
}

export interface Gathered {
  resources: Record<string, AnyResource>;
  cards: OverviewCard[];
  pages: ModulePage[];
  translations: Translations;
}

/** Puts the modules together. Two that claim one place are a mistake of whoever builds the product. */
export function gather(parts: ModulePart[]): Gathered {
  const resources: Gathered['resources'] = {};
  const owners = new Map<string, string>();
  const claim = (place: string, module: string) => {
    const other = owners.get(place);
    if (other !== undefined) throw new Error(`The modules ${other} and ${module} both bring ${place}.`);
    owners.set(place, module);
  };
  for (const { name, ui } of parts) {
    for (const [resource, said] of Object.entries(ui.resources ?? {})) {
      claim(`screens of ${resource}`, name);
      if (said) resources[resource] = said;
    }
    for (const { key } of ui.cards ?? []) claim(`the card ${key}`, name);
    for (const { area, path } of ui.pages ?? []) claim(`the page ${paths.page(area, path)}`, name);
    for (const key of Object.keys(ui.translations ?? {})) claim(`translations of ${key}`, name);
  }
  return {
    resources,
    cards: parts.flatMap(({ ui }) => ui.cards ?? []).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0)),
    pages: parts.flatMap(({ ui }) => ui.pages ?? []),
    translations: Object.assign({}, ...parts.map(({ ui }) => ui.translations)) as Translations,
  };
}

const NOTHING: Gathered = { resources: {}, cards: [], pages: [], translations: {} };
const NONE: AnyResource = {};

export const GatheredContext = createContext<Gathered>(NOTHING);

/** All that modules bring. */
export const useGathered = (): Gathered => use(GatheredContext);

/** What a module brings for this resource. */
export const useResourceUi = (resource: Pick<Resource, 'name'>): AnyResource =>
  use(GatheredContext).resources[resource.name] ?? NONE;

/** A resource with the labels, columns and order that its module gives it. */
export function withUi(resource: Resource, { labels = {}, columns, sort }: AnyResource = NONE): Resource {
  const properties = { ...resource.view.properties };
  for (const [field, title] of Object.entries(labels)) {
    if (properties[field] && title !== undefined) properties[field] = { ...properties[field], title };
  }
  const sorts = sort !== undefined && resource.sortable.includes(sort.field);
  const labelled = resource.columns.map((column) => ({ ...column, label: labels[column.field] ?? column.label }));
  return {
    ...resource,
    view: { ...resource.view, properties },
    columns: columns ? arranged(labelled, columns) : labelled,
    ...(sorts && { defaultSort: sort }),
  };
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
