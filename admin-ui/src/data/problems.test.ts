import { ProblemError } from '@mizan/ui-kit/http';
import { expect, test } from 'vitest';
import { errorsAtFields, isAtFields, problemsWithoutField, errorMessage } from './problems.ts';

test('pointers lead to fields, nested ones and rows of lists too', () => {
  expect(
    errorsAtFields([
      { pointer: '/name', message: 'Name is required' },
      { pointer: '/contact/phone', message: 'Too short' },
      { pointer: '/tags/1', message: 'Empty' },
    ]),
  ).toEqual({
    name: { __errors: ['Name is required'] },
    contact: { phone: { __errors: ['Too short'] } },
    tags: { 1: { __errors: ['Empty'] } },
  });
});

test('a field may have several messages without duplicates', () => {
  const twice = [
    { pointer: '/a', message: 'One' },
    { pointer: '/a', message: 'Two' },
    { pointer: '/a', message: 'One' },
  ];
  expect(errorsAtFields(twice)).toEqual({ a: { __errors: ['One', 'Two'] } });
});

test('escaped pointers name the field as it is', () => {
  expect(errorsAtFields([{ pointer: '/a~1b~0c', message: 'x' }])).toEqual({ 'a/b~c': { __errors: ['x'] } });
});

test('errors without a field are separated', () => {
  const problems = [
    { pointer: '/name', message: 'x' },
    { pointer: '', message: 'whole' },
    { pointer: '/ghost', message: 'y' },
  ];
  expect(problemsWithoutField(problems, ['name']).map(({ message }) => message)).toEqual(['whole', 'y']);
});

test("a toast shows the server's sentence, else the fixed one", () => {
  expect(errorMessage(new ProblemError({ status: 409, detail: 'Still in use.' }), 'Failed to delete unit')).toBe(
    'Still in use.',
  );
  expect(errorMessage(new ProblemError({ status: 503 }), 'Failed to delete unit')).toBe('Failed to delete unit');
  expect(errorMessage(new TypeError('network'), 'Failed to delete unit')).toBe('Failed to delete unit');
});

test('a refusal belongs to fields when the server names them: a wrong value, or one that is taken', () => {
  const errors = [{ pointer: '/unitNumber', message: 'Taken' }];
  expect([409, 422].map((status) => isAtFields(new ProblemError({ status, errors })))).toEqual([true, true]);
  expect(isAtFields(new ProblemError({ status: 409, detail: 'Still referred to.' }))).toBe(false);
  expect(isAtFields(new ProblemError({ status: 500, errors }))).toBe(false);
});
