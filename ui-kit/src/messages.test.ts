// The catalogue has whole messages.
import { expect, test } from 'vitest';

type Catalogue = Record<string, string | { match: Record<string, string> }[]>;

const catalogues = import.meta.glob<Catalogue>(
  [
    '../messages/*en.json',
    '../../estimator-ui/messages/*en.json',
    '../../modules/*/ui/messages/en.json',
    '../../kernel/ui/messages/en.json',
    '../../src/messages/en.json',
  ],
  { import: 'default', eager: true },
);
const messages = Object.values(catalogues).flatMap((catalogue) =>
  Object.entries(catalogue).flatMap(([key, message]) =>
    (typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match))).map(
      (text) => [key, text] as const,
    ),
  ),
);

test('no message is the end of a text that begins elsewhere', () => {
  expect(messages.length).toBeGreaterThan(900);
  expect(messages.filter(([, text]) => /^\p{Ll}{2,}.*\.$/u.test(text))).toEqual([]);
});

test('words that a reader has to guess are not used', () => {
  const riddles = /\b(did: |on the way|Put this away|Cut time|Rows at most|opens nothing|looked at in)/i;
  const allowed = ['import_made', 'import_would_make'];
  expect(messages.filter(([key, text]) => riddles.test(text) && !allowed.includes(key))).toEqual([]);
});
