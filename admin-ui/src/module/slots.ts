// The slots that modules claim. A slot is named by its path, `units.cells.status`, and belongs to one module; several
// modules add to one resource, and to one point of it.
import type { ModuleUi, ResourceUi } from './types.ts';

interface Any {
  view: Record<string, unknown>;
  input: Record<string, unknown>;
  verbs: string;
}

/** A module's contribution with any names; a test validates them. */
export type AnyResource = ResourceUi<Any, string>;

/** A module's name and the default export of its `ui/index.tsx`. */
export interface ModulePart {
  name: string;
  ui: ModuleUi<Record<string, Any>>;
}

/** The points of a resource that are objects and of which each name is a slot. */
export const BY_NAME = [
  'cells',
  'columns',
  'dialogs',
  'form',
  'fractions',
  'inputs',
  'labels',
  'screens',
  'texts',
  'unparsed',
  'verbs',
];

/** A slot, and who claims it. */
interface Claim {
  slot: string;
  by: string;
}

/** An error message for each slot that is claimed twice, with the slot and both that claim it. */
export function collisions(parts: ModulePart[], own: Claim[] = []): string[] {
  const owners = new Map(own.map(({ slot, by }) => [slot, by]));
  return parts
    .flatMap((part) => slotsOf(part).map((slot): Claim => ({ slot, by: part.name })))
    .flatMap(({ slot, by }) => {
      const other = owners.get(slot);
      owners.set(slot, other ?? by);
      if (other === undefined) return [];
      return other === by ? `${by} claims the slot ${slot} twice.` : `${other} and ${by} both claim the slot ${slot}.`;
    });
}

/** The slots of a module, in the order in which it names them. */
function slotsOf({ ui }: ModulePart): string[] {
  const { resources = {}, translations = {}, ...lists } = ui;
  return [
    ...Object.entries(resources).flatMap(([name, added]) => (added ? slotsOfResource(name, added) : [])),
    ...Object.keys(translations).map((key) => `translations.${key}`),
    ...Object.entries(lists).flatMap(([point, entries]) =>
      entries.map((entry) => `${point}.${typeof entry === 'string' ? entry : nameOf(entry)}`),
    ),
  ];
}

function slotsOfResource(resource: string, added: AnyResource): string[] {
  const slots = Object.entries(added).flatMap(([point, value]: [string, unknown]) => {
    if (Array.isArray(value)) return value.map((entry: Named) => `${resource}.${point}.${nameOf(entry)}`);
    if (BY_NAME.includes(point)) return Object.keys(value as object).map((name) => `${resource}.${point}.${name}`);
    return [`${resource}.${point}`];
  });
  // A list is a tab in one place.
  return [...slots, ...(added.tabs ?? []).map((tab) => `${tab.resource}.tab`)];
}

interface Named {
  key?: string;
  area?: string;
  path?: string;
}

/** By its key; a page by area and path, an area by its path, a start page by its area. */
const nameOf = ({ key, area, path }: Named): string => key ?? [area, path].filter(Boolean).join('/');
