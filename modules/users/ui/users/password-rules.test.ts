import { expect, test } from 'vitest';
import { passwordProblems } from './password-rules.ts';

test('a short password and a mismatch have messages', () => {
  expect(passwordProblems('short', 'shorx')).toEqual({
    password: 'Password must be at least 8 characters',
    confirm: "Passwords don't match",
  });
  expect(passwordProblems('long enough', 'long enough')).toEqual({});
});

test('eight characters will do in any script', () => {
  expect(passwordProblems('كلمةالسر', 'كلمةالسر')).toEqual({});
});
