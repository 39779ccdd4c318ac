// Numbers and days are entered in one form everywhere: an input of the browser's own shows them as the browser does,
// and has spinners.
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(
  [
    '../../../{admin-ui,estimator-ui,shell,ui-kit}/src/**/*.tsx',
    '../../../modules/*/ui/**/*.tsx',
    '../../../kernel/ui/**/*.tsx',
    '!**/*.test.tsx',
  ],
  { query: '?raw', import: 'default', eager: true },
);

test('no front end has an input of the browser for numbers, days or times', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  const own = /\btype=\{?["'](number|date|datetime-local|month|week|time)["']/;
  expect(Object.keys(sources).filter((file) => own.test(sources[file] ?? ''))).toEqual([]);
});
