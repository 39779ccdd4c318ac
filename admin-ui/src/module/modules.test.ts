// The contributions of the product's modules are valid by the document, and the back-office names no module or
// resource.
import text from '@mizan/openapi/mizan.json?raw';
import { resources as declared, type ApiDocument } from '@mizan/openapi/document';
import { describe, expect, test } from 'vitest';
import { found } from '../modules.ts';
import { areas } from '../paths.ts';
import { mergeModules, type ModulePart } from './registry.ts';
import { loadModules } from './load.ts';
import { moduleErrors } from './validate.ts';

const document = JSON.parse(text) as ApiDocument;
// Loaded outside the tests, since it takes longer than their time limit.
const parts = await loadModules(found);
const Drawn = () => null;

test('all names in modules exist in the document', () => {
  expect(parts.length).toBeGreaterThan(1);
  expect(moduleErrors(document, parts)).toEqual([]);
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
      errors({ resources: { units }, cards: [{ key: 'siege', permission: 'castles:read', Card: Drawn }] }),
    ).toEqual([
      'The action storm of units (first) needs units:storm, which no operation of the document does.',
      'The card siege (first) needs castles:read, which no operation of the document does.',
    ]);
  });

  test('a verb that the resource does not have', () => {
    expect(errors({ resources: { users: { verbs: { lock: false, storm: false } } } })).toEqual([
      'The module first speaks of the verb storm of users, which they do not have.',
    ]);
  });

  test('an input for what is not entered, and two views of one name', () => {
    const panel = { key: 'view', position: 'below', Panel: Drawn };
    const units = { inputs: { project: Drawn, floor: Drawn }, panels: [panel, panel] };
    expect(errors({ resources: { units } })).toEqual([
      'The module first brings an input for units.project, which nobody enters.',
      'The module first brings two panels view of units.',
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

  test('two modules that claim one slot', () => {
    const heading = { heading: { title: 'X', text: 'Y' } };
    expect(errors({ resources: { units: heading } }, { resources: { units: heading } })).toEqual([
      'The modules first and second both bring heading of units.',
    ]);
    const action = { actions: [{ key: 'storm', label: 'Storm', icon: Drawn, permission: 'units:read' }] };
    expect(errors({ resources: { units: action } }, { resources: { units: action } })).toEqual([
      'The modules first and second both bring actions “storm” of units.',
    ]);
    const input = { inputs: { floor: Drawn } };
    expect(errors({ resources: { units: input } }, { resources: { units: input } })).toEqual([
      'The modules first and second both bring inputs “floor” of units.',
    ]);
    expect(errors(at('board'), at('board'))).toEqual([
      'The modules first and second both bring the page /backoffice/board.',
    ]);
    const card = { cards: [{ key: 'siege', Card: Drawn }] };
    expect(errors(card, card)).toEqual(['The modules first and second both bring the card siege.']);
  });
});

test('several modules add to one resource', () => {
  const part = (name: string, ui: unknown) => ({ name, ui }) as ModulePart;
  const { resources } = mergeModules([
    part('first', { resources: { units: { inputs: { floor: Drawn }, actions: [{ key: 'storm' }], icon: Drawn } } }),
    part('second', { resources: { units: { inputs: { view: Drawn }, actions: [{ key: 'defend' }] } } }),
  ]);
  expect(Object.keys(resources['units']?.inputs ?? {})).toEqual(['floor', 'view']);
  expect(resources['units']?.actions?.map(({ key }) => key)).toEqual(['storm', 'defend']);
  expect(resources['units']?.icon).toBe(Drawn);
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

const isArea = (name: string | undefined): boolean => areas.some((area) => area === name);
