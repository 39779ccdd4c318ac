// What all modules bring, put together, and handed to every screen.
import { createContext, use } from 'react';
import type { Column, Resource } from '../document/resources.ts';
import type { ModuleUi, ResourceUi } from './types.ts';

/** A module's part without knowing its names: by the time it is drawn they have been checked. */
type AnyResource = ResourceUi<{ view: Record<string, unknown> }>;
type AnyModule = ModuleUi<Record<string, { view: Record<string, unknown> }>>;

/** A module's folder and what its `ui/index.tsx` says. */
export interface ModulePart {
  name: string;
  ui: AnyModule;
}

export interface Gathered {
  resources: Record<string, AnyResource>;
}

/** Puts the modules together. Two that speak of one resource are a mistake of whoever builds the product. */
export function gather(parts: ModulePart[]): Gathered {
  const resources: Gathered['resources'] = {};
  const owners: Record<string, string> = {};
  for (const { name, ui } of parts) {
    for (const [resource, said] of Object.entries(ui.resources ?? {})) {
      if (owners[resource]) {
        throw new Error(`The modules ${owners[resource]} and ${name} both bring screens of ${resource}.`);
      }
      owners[resource] = name;
      if (said) resources[resource] = said;
    }
  }
  return { resources };
}

const NOTHING: Gathered = { resources: {} };
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
