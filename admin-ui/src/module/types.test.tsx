// Unknown names and misspelt keys fail the type check: each `@ts-expect-error` here must be an error.
import type { Resources } from '@mizan/openapi/resources';
// @ts-expect-error The library has no such icon.
import { Castle, CastleOnTheMoon } from 'lucide-react';
import { expect, test } from 'vitest';
import { defineModule } from './define.ts';
import type { ModulePage } from './frame-types.ts';
import type { CellProps, RecordOf, ResourceUi } from './types.ts';

const Drawn = () => null;
const page: ModulePage = {
  area: 'backoffice',
  path: 'x',
  label: 'X',
  icon: Castle,
  permission: 'units:read',
  Page: Drawn,
};

export default [
  defineModule({ resources: { units: { labels: { unitNumber: 'Number' }, cells: { project: Drawn } } } }),
  // @ts-expect-error There is no resource of that name.
  defineModule({ resources: { castles: {} } }),
  // @ts-expect-error Units have no such field: it is unitNumber.
  defineModule({ resources: { units: { labels: { number: 'Number' } } } }),
  // @ts-expect-error Nor one for a cell.
  defineModule({ resources: { units: { cells: { moat: Drawn } } } }),
  // @ts-expect-error Nor a column.
  defineModule({ resources: { units: { columns: { shown: ['unitNumber', 'moat'] } } } }),
  // @ts-expect-error Nor one to sort by.
  defineModule({ resources: { units: { sort: { field: 'moat', direction: 'asc' } } } }),
  // @ts-expect-error What is written and not read has no cell: it is `project`.
  defineModule({ resources: { units: { cells: { projectId: Drawn } } } }),
  // @ts-expect-error A reference is read as what it refers to, and is not a text.
  defineModule({ resources: { units: { cells: { project: ({ record }) => record.project.toUpperCase() } } } }),
  // @ts-expect-error There is no such screen.
  defineModule({ resources: { units: { screens: { moat: Drawn } } } }),
  defineModule({ resources: { users: { verbs: { lock: false, 'set-password': { Dialog: Drawn } } } } }),
  // @ts-expect-error There is no such verb.
  defineModule({ resources: { users: { verbs: { storm: false } } } }),
  // @ts-expect-error Units have none.
  defineModule({ resources: { units: { verbs: { lock: false } } } }),
  // @ts-expect-error There is no such place.
  defineModule({ resources: { units: { moat: Drawn } } }),
  // @ts-expect-error Nor in a module.
  defineModule({ moats: [] }),
  defineModule({ resources: { units: { inputs: { floor: ({ value }) => value?.toFixed(0) } } } }),
  // @ts-expect-error Units have nothing of that name to enter.
  defineModule({ resources: { units: { inputs: { project: Drawn } } } }),
  // @ts-expect-error A floor is a number.
  defineModule({ resources: { units: { inputs: { floor: ({ value }) => value?.trim() } } } }),
  // @ts-expect-error A widget of a record stands aside or below.
  defineModule({ resources: { units: { widgets: [{ key: 'moat', at: 'above', Widget: Drawn }] } } }),
  // @ts-expect-error A tab has a label.
  defineModule({ resources: { units: { recordTabs: [{ key: 'moat', Tab: Drawn }] } } }),
  // @ts-expect-error An area has a permission.
  defineModule({ areas: [{ path: 'castle', label: 'Castle', icon: Castle }] }),
  // @ts-expect-error A page is drawn by a component.
  defineModule({ pages: [{ ...page, Page: 'page' }] }),
  // @ts-expect-error A module of its own has its own names.
  defineModule<{ castles: { view: { moat: boolean } } }>({ resources: { castles: { labels: { tower: 'Tower' } } } }),
];

export const cell = ({ record }: CellProps<RecordOf<Resources['units']>>) => record.project.name;
export const ui: ResourceUi<Resources['units']> = { cells: { unitNumber: ({ record }) => record.unitNumber } };

test('an icon that there is, is one', () => {
  expect([Castle, CastleOnTheMoon]).toEqual([expect.anything(), undefined]);
});
