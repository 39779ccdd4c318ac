import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import type { Resource } from '../document/resources.ts';
import { formDataOf } from './form-data.ts';
import { editSchema, uiSchemaOf, withFixedFields } from './form-schema.ts';

const roles: Schema = {
  type: 'array',
  title: 'Roles',
  uniqueItems: true,
  items: { type: 'string', enum: ['admin', 'user', 'analytics'] },
};
const resource = {
  view: { properties: { id: {}, name: {}, email: {}, roles } },
  input: {
    required: ['name', 'email', 'password'],
    properties: {
      name: { type: 'string' },
      email: { type: 'string', title: 'Email', description: 'To sign in with.', 'x-create-only': true },
      password: { type: 'string', 'x-widget': 'password', 'x-create-only': true },
      roles,
    },
  },
  patch: { properties: { name: { type: 'string' }, roles } },
} as unknown as Resource;

test('a write-once field is shown when readable, is marked as fixed, and is not required', () => {
  const schema = withFixedFields(resource, editSchema(resource) as Schema);
  expect(Object.keys(schema.properties ?? {})).toEqual(['name', 'email', 'roles']);
  expect(schema.required).toEqual(['name']);
  expect(schema.properties?.['email']).toMatchObject({ readOnly: true, description: 'Email cannot be changed' });
  expect(uiSchemaOf(schema)['email']).toMatchObject({ 'ui:disabled': true });
});

test('several of a few are boxes, each with a capital, in the order of the schema', () => {
  const ui = uiSchemaOf({ properties: { roles } });
  expect(ui['roles']).toMatchObject({
    'ui:widget': 'checkboxes',
    items: { 'ui:enumNames': ['Admin', 'User', 'Analytics'] },
  });
  expect(formDataOf({ properties: { roles } }, { roles: ['analytics', 'admin'] })).toEqual({
    roles: ['admin', 'analytics'],
  });
});
