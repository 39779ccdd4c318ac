import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { differences, writable } from './difference.ts';

const view: Schema = {
  properties: {
    _id: { type: 'string', title: 'Id' },
    name: { type: 'string', title: 'Name' },
    rent: { type: 'integer', title: 'Yearly rent' },
    project: { type: 'object', title: 'Project', 'x-reference': { resource: 'projects' } },
    places: { type: 'array', title: 'Places', items: { type: 'object' }, 'x-reference': { resource: 'projects' } },
    amenities: { type: 'array', title: 'Amenities', items: { type: 'string' } },
    coordinates: {
      type: 'object',
      title: 'Coordinates',
      properties: {
        latitude: { type: 'number', title: 'Latitude' },
        longitude: { type: 'number', title: 'Longitude' },
      },
    },
    description: { type: 'string', title: 'Description', 'x-widget': 'textarea' },
    handover: { type: 'string', format: 'date-time', title: 'Handover' },
    updatedAt: { type: 'string', format: 'date-time', title: 'Updated at' },
  },
};
const input: Schema = { properties: { handover: { type: 'string', format: 'date-time' } } };
const shape = { view, input, idField: '_id' };
const paths = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  differences(shape, before, after).map(({ path }) => path);

test('only differences are listed, in schema order, without identifier and timestamps', () => {
  const before = { _id: '1', name: 'A', rent: 5, updatedAt: '2026-01-01T00:00:00Z' };
  expect(paths(before, { _id: '2', rent: 6, name: 'B', updatedAt: '2026-02-01T00:00:00Z' })).toEqual(['name', 'rent']);
  expect(paths(before, before)).toEqual([]);
});

test('an editable time is listed', () => {
  expect(paths({ handover: '2026-01-01T00:00:00Z' }, { handover: '2026-02-01T00:00:00Z' })).toEqual(['handover']);
});

test('what is missing is the same however it is missing', () => {
  expect(paths({ name: null, amenities: [], rent: undefined }, { name: '', description: null })).toEqual([]);
});

test('a record referred to that got another name is no change, another record is', () => {
  const emaar = { _id: 'a', name: 'Emaar' };
  expect(paths({ project: emaar }, { project: { _id: 'a', name: 'Emaar Properties' } })).toEqual([]);
  expect(paths({ project: emaar }, { project: { _id: 'b', name: 'Emaar' } })).toEqual(['project']);
});

test('groups are opened: each of their fields by itself', () => {
  const [change, ...others] = differences(
    shape,
    { coordinates: { latitude: 1, longitude: 2 } },
    { coordinates: { latitude: 3, longitude: 2 } },
  );
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    path: 'coordinates.latitude',
    field: 'coordinates',
    label: 'Coordinates',
    inner: 'Latitude',
    before: 1,
    after: 3,
  });
  expect(paths({ coordinates: null }, { coordinates: { latitude: 1, longitude: 2 } })).toEqual([
    'coordinates.latitude',
    'coordinates.longitude',
  ]);
});

test('of a list, what came and what went, and a repeated entry counts each time', () => {
  const [change] = differences(shape, { amenities: ['Pool', 'Gym', 'Pool'] }, { amenities: ['Gym', 'Pool', 'Sauna'] });
  expect(change?.entries).toEqual({ added: ['Sauna'], removed: ['Pool'] });
});

test('a reordered list is listed whole', () => {
  const [change] = differences(shape, { amenities: ['Pool', 'Gym'] }, { amenities: ['Gym', 'Pool'] });
  expect(change?.entries).toBeUndefined();
  expect(change).toMatchObject({ before: ['Pool', 'Gym'], after: ['Gym', 'Pool'] });
});

test('long text is compared by words', () => {
  const [change] = differences(
    shape,
    { description: 'Two towers with a gym' },
    { description: 'Two towers with a pool' },
  );
  expect(change?.pieces?.map(({ kind }) => kind)).toEqual(['unchanged', 'removed', 'added']);
});

test('a new or deleted record differs by all its values', () => {
  const record = { _id: '1', name: 'A', rent: 5 };
  expect(paths(null, record)).toEqual(['name', 'rent']);
  expect(paths(record, null)).toEqual(['name', 'rent']);
});

test('a restoration changes what can be written, references by the name they are read under', () => {
  const patch: Schema = {
    properties: {
      name: { type: 'string' },
      projectId: { type: 'string', 'x-reference': { resource: 'projects', view: 'project' } },
    },
  };
  const all = differences(
    shape,
    { name: 'A', rent: 1, project: { _id: 'a' } },
    { name: 'B', rent: 2, project: { _id: 'b' } },
  );
  expect(writable({ patch }, all).map(({ path }) => path)).toEqual(['name', 'project']);
});

test('of references additions, removals and reordering are listed; a new name is no change', () => {
  const [one, other, renamed] = [
    { _id: '1', name: 'A' },
    { _id: '2', name: 'B' },
    { _id: '1', name: 'C' },
  ];
  expect(paths({ places: [one, other] }, { places: [renamed, other] })).toEqual([]);
  const [moved] = differences(shape, { places: [one, other] }, { places: [other, one] });
  expect(moved).toMatchObject({ path: 'places' });
  expect(moved?.entries).toBeUndefined();
  const [came] = differences(shape, { places: [one] }, { places: [renamed, other] });
  expect(came?.entries).toEqual({ added: [other], removed: [] });
});

test('a record that is shown by its name is one value, whatever resource it is of', () => {
  const by: Schema = {
    type: 'object',
    title: 'Seen by',
    properties: { _id: { type: 'string' }, name: { type: 'string' } },
  };
  const boats = { view: { properties: { by } }, input: undefined, idField: '_id' };
  const sara = { _id: '1', name: 'Sara' };
  expect(differences(boats, { by: null }, { by: sara }).map(({ path, label, after }) => [path, label, after])).toEqual([
    ['by', 'Seen by', sara],
  ]);
  expect(differences(boats, { by: sara }, { by: { _id: '1', name: 'Sara Malik' } })).toEqual([]);
});
