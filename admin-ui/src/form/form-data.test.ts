import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import type { Resource } from '../document/resources.ts';
import { defaultsOf, formDataOf, namesIn, prepared } from './form-data.ts';
import { createSchema, drawnSchema, editSchema, uiSchemaOf } from './form-schema.ts';

const project: Schema = {
  type: 'object',
  required: ['name', 'developer'],
  properties: {
    name: { type: 'string', 'x-normalize': ['trim'] },
    developer: {
      type: 'object',
      properties: { _id: { type: 'string', 'x-reference': { resource: 'developers', view: 'developer' } } },
    },
    coordinates: { type: 'object', properties: { latitude: { type: 'number' }, longitude: { type: 'number' } } },
    view: { type: 'string' },
    amenities: { type: 'array', items: { type: 'string', 'x-normalize': ['trim'] }, default: [] },
    status: {
      type: 'string',
      enum: ['available', 'sold'],
      'x-labels': { available: 'Available', sold: 'Sold' },
      default: 'available',
    },
    code: { type: 'string', 'x-create-only': true },
  },
};

const unit: Schema = {
  properties: {
    unitNumber: { type: 'string' },
    projectId: { type: 'string', 'x-reference': { resource: 'projects', view: 'project' } },
    floor: { type: 'integer' },
  },
};

test('form data is the record picked by the fields of the input', () => {
  const record = {
    _id: '1',
    id: '1',
    name: 'A',
    createdAt: 'x',
    developer: { _id: 'd', name: 'Emaar' },
    coordinates: { latitude: 25, longitude: 55, altitude: 3 },
    view: null,
    amenities: ['Pool'],
  };
  expect(formDataOf(project, record)).toEqual({
    name: 'A',
    developer: { _id: 'd' },
    coordinates: { latitude: 25, longitude: 55 },
    amenities: ['Pool'],
  });
});

test('an identifier comes from the reference of the read record', () => {
  expect(formDataOf(unit, { unitNumber: 'A-1', project: { _id: 'p', name: 'مرسى' } })).toEqual({
    unitNumber: 'A-1',
    projectId: 'p',
  });
  expect(formDataOf(unit, { unitNumber: 'A-1', project: null })).toEqual({ unitNumber: 'A-1' });
});

test('a list of references is the identifiers of the referenced records, in their order', () => {
  const rotation: Schema = {
    properties: {
      projectIds: {
        type: 'array',
        items: { type: 'string', 'x-reference': { resource: 'projects', view: 'projects' } },
      },
    },
  };
  const projects = [
    { _id: 'b', name: 'Barza' },
    { _id: 'a', name: 'Anqa' },
  ];
  expect(formDataOf(rotation, { projects })).toEqual({ projectIds: ['b', 'a'] });
  expect(namesIn({ referred: { projects: '{name}' } }, { projects })).toEqual({ a: 'Anqa', b: 'Barza' });
  expect(uiSchemaOf(rotation)['projectIds']).toEqual({ 'ui:widget': 'references' });
  expect(prepared(rotation, { projectIds: [] })).toEqual({ projectIds: [] });
});

test('pickers know the titles of what the record refers to, and those only that are shown whole', () => {
  const shape = { referred: { project: '{name}', owner: '{name} of {town}' } };
  const record = { project: { _id: 'p', name: 'مرسى' }, owner: { _id: 'o', name: 'Ada' }, floor: 3 };
  expect(namesIn(shape, record)).toEqual({ p: 'مرسى' });
});

test('what is empty is left out of what is sent, unless it is needed', () => {
  expect(
    prepared(project, { name: ' A ', view: undefined, coordinates: { latitude: undefined }, developer: {} }),
  ).toEqual({
    name: 'A',
    developer: {},
  });
});

test('a row that was added and not filled in is an empty text', () => {
  expect(prepared(project, { amenities: [undefined, ' Pool '] })).toEqual({ amenities: ['', 'Pool'] });
});

test('a new record starts with the defaults of the schema', () => {
  expect(defaultsOf(project)).toEqual({ amenities: [], status: 'available' });
});

test('editing uses no defaults and omits write-once fields', () => {
  const { code: _code, ...patchable } = project.properties ?? {};
  const schema = editSchema({ input: project, patch: { properties: patchable } } as unknown as Resource);
  expect(Object.keys(schema?.properties ?? {})).not.toContain('code');
  expect(schema?.required).toEqual(expect.arrayContaining(['name', 'developer']));
  expect(drawnSchema(schema ?? {}).properties?.['status']?.default).toBeUndefined();
});

test('what has a default is never empty, when creating and when editing', () => {
  const resource = { input: project, patch: project } as unknown as Resource;
  for (const schema of [createSchema(resource), editSchema(resource)]) {
    expect(schema?.required).toEqual(['name', 'developer', 'amenities', 'status']);
  }
});

test('fields get the control of their schema', () => {
  const ui = uiSchemaOf(project);
  expect(ui['developer']['ui:field']).toBe('referenceObject');
  expect(ui['status']).toMatchObject({ 'ui:widget': 'select', 'ui:enumNames': ['Available', 'Sold'] });
  expect(uiSchemaOf(unit)['projectId']['ui:widget']).toBe('reference');
});
