// The contributions of the product's modules are valid by the document, and the back-office names no module or
// resource.
import text from '@mizan/openapi/mizan.json?raw';
import { resources as declared, type ApiDocument } from '@mizan/openapi/document';
import { describe, expect, test } from 'vitest';
import { product as tested } from '../../../tests/browser/modules.ts';
import { product } from '@mizan/product/modules';
import { ownAreas } from './areas.ts';
import { mergeModules } from './registry.ts';
import { loadModules } from './load.ts';
import { collisions, type ModulePart } from './slots.ts';
import { moduleErrors } from './validate.fixture.ts';

const document = JSON.parse(text) as ApiDocument;
// Loaded outside the tests, since it takes longer than their time limit.
const parts = await loadModules(product.modules);
const testedParts = await loadModules(tested.modules);
const Drawn = () => null;

test('all names in modules exist in the document', () => {
  expect(parts.length).toBeGreaterThan(1);
  expect(moduleErrors(document, parts)).toEqual([]);
});

test('no two modules of the product, or of the tests of the browser, claim one slot', () => {
  expect(testedParts.length).toBe(parts.length + 2);
  expect(collisions(testedParts)).toEqual([]);
});

test('every module with a front end is in the list', () => {
  const folders = Object.keys(import.meta.glob('../../../{kernel,modules/*}/ui/index.tsx'));
  expect(product.modules.map(({ name }) => name).toSorted()).toEqual(
    folders.map((path) => path.split('/').at(-3)).toSorted(),
  );
  expect(product.waiting).toHaveLength(Object.keys(import.meta.glob('../../../modules/*/ui/waiting.ts')).length);
});

describe('is reported with both names:', () => {
  const errors = (...uis: unknown[]) =>
    moduleErrors(
      document,
      uis.map((ui, index) => ({ name: ['first', 'second'][index] ?? '', ui }) as ModulePart),
    );
  const at = (path: string, permission = 'units:read') => ({
    pages: [{ area: 'backoffice', path, label: 'X', icon: Drawn, permission, Page: Drawn }],
  });

  test('a resource that there is not', () => {
    expect(errors({ resources: { castles: {} } })).toEqual([
      'The module first speaks of the resource castles, which the document does not describe.',
    ]);
  });

  test('a field that the resource does not have, wherever it is mentioned', () => {
    const units = {
      labels: { moat: 'Moat' },
      columns: { shown: ['tower'] },
      sort: { field: 'amenities' },
      title: { field: 'gate', of: () => 'Gate' },
    };
    expect(errors({ resources: { units } })).toEqual([
      'The module first speaks of units.moat, which units do not have.',
      'The module first speaks of units.tower, which units do not have.',
      'The module first speaks of units.gate, which units do not have.',
      'The module first sorts units by amenities, by which they cannot be sorted.',
    ]);
  });

  test('a permission that no operation needs: no user would see it', () => {
    const units = { actions: [{ key: 'storm', label: 'Storm', icon: Drawn, permission: 'units:storm' }] };
    expect(
      errors({
        resources: { units },
        widgets: [{ key: 'siege', at: 'overview', permission: 'castles:read', Widget: Drawn }],
      }),
    ).toEqual([
      'The action storm of units (first) needs units:storm, which no operation of the document does.',
      'The widget siege (first) needs castles:read, which no operation of the document does.',
    ]);
  });

  test('a verb that the resource does not have', () => {
    expect(errors({ resources: { users: { verbs: { lock: false, storm: false } } } })).toEqual([
      'The module first speaks of the verb storm of users, which they do not have.',
    ]);
  });

  test('an input for what is not entered, and two widgets of one name', () => {
    const widget = { key: 'view', at: 'below', Widget: Drawn };
    const units = { inputs: { project: Drawn, floor: Drawn }, widgets: [widget, widget] };
    expect(errors({ resources: { units } })).toEqual([
      'The module first brings an input for units.project, which nobody enters.',
      'first claims the slot units.widgets.view twice.',
    ]);
  });

  test('an area, a group or a place that there is not', () => {
    const area = { area: 'castle', label: 'Castle', icon: Drawn, permission: 'units:read', Page: Drawn };
    expect(
      errors({
        resources: { units: { group: 'towers' } },
        pages: [{ ...area, path: 'keep' }],
        starts: [area],
        widgets: [{ key: 'siege', at: 'moat', Widget: Drawn }],
        areas: [{ path: 'docs', label: 'Mine', icon: Drawn, permission: 'units:read' }],
      }),
    ).toEqual([
      'The list of units (first) is in the group towers, which the navigation of backoffice does not have.',
      'The widget siege of first is for the place moat, which no screen has.',
      'The start page of first is in the area castle, which no module brings.',
      'The area docs of first cannot have this path.',
      'The page keep of first is in the area castle, which no module brings.',
    ]);
  });

  test('a screen or a page where there is one already', () => {
    expect(errors({ resources: { units: { routes: [{ path: 'import', Screen: Drawn }] } } })).toEqual([
      'The module first puts a screen at units/import, where units have one of their own.',
    ]);
    expect(errors(at('units/board'))).toEqual([
      'The page /backoffice/units/board of first stands where units have their list.',
    ]);
  });

  test('a tab, a dialog or a number of what there is not', () => {
    const tabs = [{ path: 'show', label: 'Castles', resource: 'castles' }];
    expect(errors({ resources: { units: { tabs, unparsed: { moat: 0 } } } })).toEqual([
      'The module first speaks of units.moat, which units do not have.',
      'The module first has a tab for castles, which the document does not describe.',
      'The module first puts a screen at units/show, where units have one of their own.',
    ]);
    expect(errors({ resources: { estimations: { dialogs: { create: { title: 'Create Estimation' } } } } })).toEqual([
      'The module first has a dialog to create estimations, which cannot be done with estimations.',
    ]);
  });

  test.each<[slot: string, ui: object]>([
    ['units.cells.floor', { resources: { units: { cells: { floor: Drawn } } } }],
    ['units.columns.shown', { resources: { units: { columns: { shown: ['floor'] } } } }],
    ['units.heading', { resources: { units: { heading: { title: 'X', text: 'Y' } } } }],
    [
      'units.actions.storm',
      { resources: { units: { actions: [{ key: 'storm', label: 'Storm', icon: Drawn, permission: 'units:read' }] } } },
    ],
    [
      'units.recordTabs.siege',
      { resources: { units: { recordTabs: [{ key: 'siege', label: 'Siege', Tab: Drawn }] } } },
    ],
    ['units.toolbar.siege', { resources: { units: { toolbar: [{ key: 'siege', Tool: Drawn }] } } }],
    ['pages.backoffice/board', at('board')],
    ['areas.castle', { areas: [{ path: 'castle', label: 'Castle', icon: Drawn, permission: 'units:read' }] }],
    [
      'starts.backoffice',
      { starts: [{ area: 'backoffice', label: 'X', icon: Drawn, permission: 'units:read', Page: Drawn }] },
    ],
    ['groups.siege', { groups: [{ key: 'siege', area: 'backoffice', label: 'Siege' }] }],
    ['header.siege', { header: [{ key: 'siege', Item: Drawn }] }],
    ['wrappers.siege', { wrappers: [{ key: 'siege', Wrapper: Drawn }] }],
    ['widgets.siege', { widgets: [{ key: 'siege', at: 'overview', Widget: Drawn }] }],
    ['translations.siege', { translations: { siege: {} } }],
  ])('two modules that claim %s', (slot, ui) => {
    expect(errors(ui, ui)).toEqual([`first and second both claim the slot ${slot}.`]);
  });

  test('an area of the back-office itself, and all collisions at once', () => {
    const area = { path: 'analytics', label: 'Mine', icon: Drawn, permission: 'units:read' };
    const cells = { resources: { units: { cells: { floor: Drawn, view: Drawn } } } };
    expect(errors({ ...cells, areas: [area] }, cells)).toEqual([
      'the back-office and first both claim the slot areas.analytics.',
      'first and second both claim the slot units.cells.floor.',
      'first and second both claim the slot units.cells.view.',
    ]);
  });
});

test('the back-office does not start with two modules in one slot', () => {
  const part = (name: string) => ({ name, ui: { resources: { units: { cells: { status: Drawn } } } } }) as ModulePart;
  expect(() => mergeModules([part('first'), part('second')])).toThrow(
    'first and second both claim the slot units.cells.status.',
  );
});

test('several modules add to one resource', () => {
  const part = (name: string, ui: unknown) => ({ name, ui }) as ModulePart;
  const { resources } = mergeModules([
    part('first', {
      resources: { units: { inputs: { floor: Drawn }, actions: [{ key: 'storm' }], columns: { shown: ['floor'] } } },
    }),
    part('second', {
      resources: { units: { inputs: { view: Drawn }, actions: [{ key: 'defend' }], columns: { fixed: ['view'] } } },
    }),
  ]);
  expect(Object.keys(resources['units']?.inputs ?? {})).toEqual(['floor', 'view']);
  expect(resources['units']?.actions?.map(({ key }) => key)).toEqual(['storm', 'defend']);
  expect(resources['units']?.columns).toEqual({ shown: ['floor'], fixed: ['view'] });
});

/** Examples in comments may name resources. */
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.{test,fixture}.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const folders = Object.keys(import.meta.glob('../../../modules/*/Cargo.toml')).map((path) => path.split('/').at(-2));

test('the back-office names no module and no resource', () => {
  // A resource may have the name of an area, which is the back-office's own.
  const names = new Set([...folders, ...declared(document).map(({ name }) => name)].filter((name) => !isArea(name)));
  expect(names.size).toBeGreaterThan(6);
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  // As a text, a key, a part of a URL or of a permission, or the prefix of a message.
  const mention = new RegExp(`(?:['"\`/]|\\bm\\.)(${[...names].join('|')})(?:['"\`/?:]|_)`, 'g');
  const named = Object.entries(sources).flatMap(([file, source]) =>
    [...source.replaceAll(COMMENTS, '').matchAll(mention)].map(([, name]) => `${file} names ${name}`),
  );
  expect(named).toEqual([]);
});

const isArea = (name: string | undefined): boolean => ownAreas().some(({ path }) => path === name);
