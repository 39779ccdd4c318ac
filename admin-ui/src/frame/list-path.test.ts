import { expect, test } from 'vitest';
import { dialogAt, isOf, listPathOf } from './list-path.ts';

const sites = { area: 'backoffice', name: 'sites', listPath: '/backoffice/sites/all' };
const visits = { area: 'backoffice', name: 'visits', listPath: '/backoffice/sites/visits' };
const owners = { area: 'backoffice', name: 'owners' };
const all = [sites, visits, owners];
const configured = { dialogs: { create: { title: 'Create Site' }, edit: { title: 'Edit Site' } } };

test('a list has the address of its resource, or one among the tabs of another', () => {
  expect(listPathOf(owners)).toBe('/backoffice/owners');
  expect(listPathOf(visits)).toBe('/backoffice/sites/visits');
});

test.each([
  ['/backoffice/sites/create', { of: 'create' }],
  ['/backoffice/sites/create/', { of: 'create' }],
  ['/backoffice/sites/12', { of: 'edit', id: '12' }],
  ['/backoffice/sites', undefined],
  ['/backoffice/sites/12/show', undefined],
  ['/backoffice/sitesandmore/create', undefined],
])('%s opens %o', (pathname, dialog) => {
  expect(dialogAt(pathname, sites, configured)).toEqual(dialog);
});

test('what has no dialog opens none', () => {
  expect(dialogAt('/backoffice/sites/create', sites, {})).toBeUndefined();
  expect(dialogAt('/backoffice/sites/12', sites, { dialogs: { create: { title: 'Create Site' } } })).toBeUndefined();
});

test.each([
  ['/backoffice/sites/all', 'sites'],
  ['/backoffice/sites/12/show', 'sites'],
  ['/backoffice/sites/visits', 'visits'],
  ['/backoffice/visits/12', 'visits'],
  ['/backoffice/owners', 'owners'],
  ['/backoffice', undefined],
])('%s belongs to %s', (pathname, name) => {
  expect(all.filter((one) => isOf(pathname, one, all)).map((one) => one.name)).toEqual(name ? [name] : []);
});
