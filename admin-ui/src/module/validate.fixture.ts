// Validates what the type check cannot see in modules: that names exist in the document, and that no two claim one slot.
import { resources as declared, type ApiDocument } from '@mizan/openapi/document';
import { paths as shared } from '@mizan/ui-kit/paths';
import { verbsOf } from '../document/verbs.ts';
import { paths } from '../paths.ts';
import { ownAreas } from './areas.ts';
import { mergeModules } from './registry.ts';
import type { ModulePart } from './slots.ts';

/** Path segments below a resource that generated screens use. */
const OWN_PATHS = ['create', 'import', 'show', 'activity', 'deliveries', 'history', 'related', 'tabs'];
/** Path segments below an area that the back-office's own screens use. */
const OWN_PAGES = [paths.changes(), paths.explorer()];
/** The places that the back-office's own screens have, those of overviews aside. */
const OWN_PLACES = ['overview', 'record.aside', 'record.below'];

/** The first segments of paths of the other app and of the server. */
const OTHERS = [...Object.values(shared).map((path) => path.slice(1)), 'api', 'assets'].filter(
  (path) => !ownAreas().some((own) => own.path === path),
);

/** Returns an error message per mistake, with both names; none when all is valid. */
export function moduleErrors(document: ApiDocument, parts: ModulePart[]): string[] {
  const resources = new Map(declared(document).map((one) => [one.name, one]));
  const addresses = new Map([...resources.values()].map(({ area, name }) => [paths.list(area, name), name]));
  const permissions = new Set(
    Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => one['x-permission'])),
  );
  const areas = new Set([...ownAreas(), ...parts.flatMap(({ ui }) => ui.areas ?? [])].map(({ path }) => path));
  const groups = new Map(parts.flatMap(({ ui }) => ui.groups ?? []).map(({ key, area }) => [key, area]));
  const places = new Set([
    ...OWN_PLACES,
    ...[...areas].map((area) => `${area}.overview`),
    ...parts.flatMap(({ ui }) => ui.places ?? []),
  ]);
  const out: string[] = [];
  const inGroup = (group: string | undefined, area: string, what: string) => {
    if (group !== undefined && groups.get(group) !== area)
      out.push(`${what} is in the group ${group}, which the navigation of ${area} does not have.`);
  };
  const inArea = (area: string, what: string) => {
    if (!areas.has(area)) out.push(`${what} is in the area ${area}, which no module brings.`);
  };
  const permitted = (permission: string | undefined, what: string) => {
    if (permission !== undefined && !permissions.has(permission))
      out.push(`${what} needs ${permission}, which no operation of the document does.`);
  };

  for (const { name: module, ui } of parts) {
    for (const [name, options] of Object.entries(ui.resources ?? {})) {
      const resource = resources.get(name);
      if (!resource || !options) {
        out.push(`The module ${module} speaks of the resource ${name}, which the document does not describe.`);
        continue;
      }
      const fields = fieldsOf(document, resource.schemas.view);
      const mentioned = [
        ...Object.keys(options.labels ?? {}),
        ...Object.keys(options.cells ?? {}),
        ...(options.columns?.shown ?? []),
        ...(options.columns?.fixed ?? []),
        ...(options.sort ? [options.sort.field] : []),
        ...(options.title ? [options.title.field] : []),
        ...Object.keys(options.unparsed ?? {}),
      ];
      for (const field of new Set(mentioned)) {
        if (!fields.has(field)) out.push(`The module ${module} speaks of ${name}.${field}, which ${name} do not have.`);
      }
      if (options.sort && !resource.sortable.includes(options.sort.field))
        out.push(`The module ${module} sorts ${name} by ${options.sort.field}, by which they cannot be sorted.`);
      for (const { key, permission } of [...(options.actions ?? []), ...(options.bulkActions ?? [])])
        permitted(permission, `The action ${key} of ${name} (${module})`);
      for (const { key, permission } of options.bulkActions ?? [])
        permitted(permission, `The action ${key} of many ${name} (${module})`);
      const verbs = new Set(verbsOf(document, resource).map((verb) => verb.name));
      for (const verb of Object.keys(options.verbs ?? {})) {
        if (!verbs.has(verb))
          out.push(`The module ${module} speaks of the verb ${verb} of ${name}, which they do not have.`);
      }
      for (const tab of options.tabs ?? []) {
        if (!resources.has(tab.resource))
          out.push(`The module ${module} has a tab for ${tab.resource}, which the document does not describe.`);
      }
      for (const [dialog, action] of [
        ['create', 'create'],
        ['edit', 'update'],
      ] as const) {
        if (options.dialogs?.[dialog] && !resource.operations[action])
          out.push(`The module ${module} has a dialog to ${dialog} ${name}, which cannot be done with ${name}.`);
      }
      const entered = fieldsOf(document, resource.schemas.input ?? resource.schemas.patch ?? '');
      for (const field of Object.keys(options.inputs ?? {})) {
        if (!entered.has(field))
          out.push(`The module ${module} brings an input for ${name}.${field}, which nobody enters.`);
      }
      for (const [what, brought] of [
        ['tab', options.recordTabs],
        ['widget', options.widgets],
        ['tool', options.toolbar],
      ] as const) {
        for (const { key, permission } of brought ?? [])
          permitted(permission, `The ${what} ${key} of ${name} (${module})`);
      }
      inGroup(options.group, resource.area, `The list of ${name} (${module})`);
      for (const { path } of [...(options.routes ?? []), ...(options.tabs ?? [])]) {
        if (OWN_PATHS.includes(path.split('/')[0] ?? ''))
          out.push(`The module ${module} puts a screen at ${name}/${path}, where ${name} have one of their own.`);
      }
    }
    for (const { key, at, permission } of ui.widgets ?? []) {
      permitted(permission, `The widget ${key} (${module})`);
      if (!places.has(at)) out.push(`The widget ${key} of ${module} is for the place ${at}, which no screen has.`);
    }
    for (const { key, permission } of ui.header ?? [])
      permitted(permission, `The item ${key} of the header (${module})`);
    for (const { key, area } of ui.groups ?? []) inArea(area, `The group ${key} of ${module}`);
    for (const { area, permission } of ui.starts ?? []) {
      permitted(permission, `The start page of ${area} (${module})`);
      inArea(area, `The start page of ${module}`);
    }
    for (const { path, permission } of ui.areas ?? []) {
      permitted(permission, `The area ${path} (${module})`);
      if (!/^[a-z][a-z0-9-]*$/.test(path) || OTHERS.includes(path))
        out.push(`The area ${path} of ${module} cannot have this path.`);
    }
    for (const { area, path, permission, group } of ui.pages ?? []) {
      inArea(area, `The page ${path} of ${module}`);
      inGroup(group, area, `The page ${path} of ${module}`);
      const address = paths.page(area, path);
      const [base = ''] = path.split('/');
      const taken = addresses.get(paths.page(area, base));
      permitted(permission, `The page ${address} (${module})`);
      if (taken !== undefined) out.push(`The page ${address} of ${module} stands where ${taken} have their list.`);
      if (OWN_PAGES.includes(address))
        out.push(`The page ${address} of ${module} stands where the back-office has one.`);
    }
  }
  try {
    mergeModules(parts);
  } catch (error) {
    out.push(...(error as Error).message.split('\n'));
  }
  return out;
}

const fieldsOf = (document: ApiDocument, schema: string): Set<string> =>
  new Set(Object.keys(document.components.schemas[schema]?.properties ?? {}));
