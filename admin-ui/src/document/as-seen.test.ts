// A resource as its reader sees it.
import { expect, test } from 'vitest';
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { createSchema } from '../form/form-schema.ts';
import { asSeen } from './as-seen.ts';
import { readResources } from './resources.ts';

const units = readResources(JSON.parse(text) as ApiDocument).find(({ name }) => name === 'units');
if (!units) throw new Error('The document has no units.');
const seen = asSeen(units, { hidden: ['status', 'project'], masked: ['yearlyRentInAED'], readonly: ['bedrooms'] });
const fieldsOf = (schema: { properties?: object } | undefined) => Object.keys(schema?.properties ?? {});

test('a hidden field has no column, no order, no place in a form, and none in a view', () => {
  expect(fieldsOf(units.view)).toContain('status');
  expect(fieldsOf(seen.view)).not.toContain('status');
  expect(fieldsOf(seen.input)).not.toContain('projectId');
  expect(fieldsOf(seen.patch)).not.toContain('status');
  expect(seen.columns.map(({ field }) => field)).not.toContain('status');
  expect(seen.sortable).not.toContain('project');
  expect(seen.input?.required).not.toContain('projectId');
});

test('a masked field keeps its column, by which nothing is sorted, and is not required of a new record', () => {
  expect(units.sortable).toContain('yearlyRentInAED');
  expect(seen.columns.find(({ field }) => field === 'yearlyRentInAED')?.sortable).toBe(false);
  expect(seen.sortable).not.toContain('yearlyRentInAED');
  expect(createSchema(seen)?.required).not.toContain('yearlyRentInAED');
});

test('a form says why a field cannot be changed', () => {
  const fields = seen.patch?.properties ?? {};
  expect(fields['bedrooms']).toMatchObject({ readOnly: true, description: 'You may not change Bedrooms.' });
  expect(fields['yearlyRentInAED']).toMatchObject({ readOnly: true, 'x-masked': true });
});

test('nothing changes for who sees everything', () => {
  expect(asSeen(units, { hidden: [], masked: [], readonly: [] })).toBe(units);
});
