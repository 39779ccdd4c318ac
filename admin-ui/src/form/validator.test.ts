import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { prepared } from './form-data.ts';
import { problemsOf } from './validator.ts';

const schema: Schema = {
  type: 'object',
  additionalProperties: false,
  'x-messages': { additionalProperties: 'This field is not known' },
  required: ['name', 'owner'],
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      'x-normalize': ['trim'],
      'x-messages': { required: 'Name is required', minLength: 'Name must not be empty' },
    },
    email: {
      type: 'string',
      format: 'email',
      'x-normalize': ['trim', 'lowercase'],
      'x-messages': { format: 'Invalid email address' },
    },
    rent: {
      type: 'integer',
      minimum: 10_000,
      maximum: 5_000_000,
      'x-messages': { minimum: 'Rent seems too low', maximum: 'Rent seems too high', type: 'Rent is a whole number' },
    },
    status: { type: 'string', enum: ['a', 'b'], 'x-messages': { enum: 'Choose a status' } },
    code: { type: 'string', pattern: '^[A-Z]{2}$', 'x-messages': { pattern: 'Two capitals' } },
    owner: {
      type: 'object',
      required: ['_id'],
      'x-messages': { required: 'Choose an owner' },
      properties: { _id: { type: 'string', 'x-messages': { required: 'Choose an owner, please' } } },
    },
    tags: {
      type: 'array',
      maxItems: 1,
      items: { type: 'string', minLength: 1, 'x-messages': { minLength: 'Write something' } },
      'x-messages': { maxItems: 'One tag' },
    },
  },
};
const messagesFor = (data: Record<string, unknown>) =>
  problemsOf(schema, data).map(({ pointer, message }) => `${pointer}: ${message}`);
const whole = { name: 'A', owner: { _id: '1' } };

test('valid data has no messages', () => {
  expect(messagesFor(whole)).toEqual([]);
});

test('a missing property has its own message at its own path', () => {
  expect(messagesFor({})).toEqual(['/name: Name is required', '/owner: Choose an owner']);
  expect(messagesFor({ name: 'A', owner: {} })).toEqual(['/owner/_id: Choose an owner, please']);
});

test.each([
  [{ name: '' }, '/name: Name must not be empty'],
  [{ email: 'x' }, '/email: Invalid email address'],
  [{ rent: 1 }, '/rent: Rent seems too low'],
  [{ rent: 6_000_000 }, '/rent: Rent seems too high'],
  [{ rent: 20_000.5 }, '/rent: Rent is a whole number'],
  [{ status: 'c' }, '/status: Choose a status'],
  [{ code: 'ab' }, '/code: Two capitals'],
  [{ tags: [''] }, '/tags/0: Write something'],
  [{ tags: ['a', 'b'] }, '/tags: One tag'],
])('%j is rejected with %s', (change, message) => {
  expect(messagesFor({ ...whole, ...change })).toEqual([message]);
});

test('texts are normalised before they are checked', () => {
  expect(problemsOf(schema, prepared(schema, { ...whole, email: '  Layla@Example.COM ' }))).toEqual([]);
  expect(messagesFor(prepared(schema, { ...whole, name: '   ' }))).toEqual(['/name: Name must not be empty']);
});

test('a field that is undefined is missing', () => {
  expect(messagesFor({ ...whole, name: undefined })).toEqual(['/name: Name is required']);
});
