import { expect, test } from 'vitest';
import { begunAt, mentionedIn, piecesOf, withMention } from './mentions.ts';

const omar = { id: '1', name: 'Omar' };
const saleh = { id: '2', name: 'Omar Saleh' };
const latifa = { id: '3', name: 'لطيفة حداد' };

test.each([
  ['@', ''],
  ['Look, @Om', 'Om'],
  ['(@Omar Sa', 'Omar Sa'],
  ['@لطي', 'لطي'],
  ['omar@demo', null],
  ['@Omar, please', null],
  ['@Omar Saleh looks', null],
])('%s begins the name %s', (text, begun) => expect(begunAt(text, text.length)).toBe(begun));

test('what follows the caret is not part of the name', () => expect(begunAt('@Om and more', 3)).toBe('Om'));

test('a chosen name replaces what was typed of it, and the caret is behind it', () =>
  expect(withMention('Ask @om today', 7, saleh)).toEqual({ text: 'Ask @Omar Saleh today', caret: 16 }));

test('only users whose names are still there are mentioned, each once', () =>
  expect(mentionedIn('@Omar Saleh and @لطيفة حداد', [saleh, latifa, saleh, { id: '4', name: 'Layla' }])).toEqual([
    saleh,
    latifa,
  ]));

test('a longer name is not cut at a shorter one', () =>
  expect(piecesOf('Ask @Omar Saleh or @Omar.', [omar, saleh])).toEqual([
    { text: 'Ask ', mention: false },
    { text: '@Omar Saleh', mention: true },
    { text: ' or ', mention: false },
    { text: '@Omar', mention: true },
    { text: '.', mention: false },
  ]));
