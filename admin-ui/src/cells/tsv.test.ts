import { expect, test } from 'vitest';
import { readTable, writeTable } from './tsv.ts';

test.each([
  [
    'cells between tabs, rows between line ends of any system',
    'a\tb\r\nc\td\ne\tf\rg\th',
    [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ],
  ],
  ['the line end at the end begins no row', 'a\tb\r\n', [['a', 'b']]],
  ['an empty row in the middle is one', 'a\n\nb', [['a'], [''], ['b']]],
  [
    'an empty cell at the end is one',
    'a\t\nb\tc',
    [
      ['a', ''],
      ['b', 'c'],
    ],
  ],
  [
    'quoted cells have tabs, line ends and quotes',
    '"a\tb"\t"c\r\nd"\n"e ""f"""\tg',
    [
      ['a\tb', 'c\r\nd'],
      ['e "f"', 'g'],
    ],
  ],
  [
    'a quote that quotes no cell is a sign',
    '"Marina" tower\t5" pipe\n"',
    [
      ['"Marina" tower', '5" pipe'],
      ['"', ''],
    ],
  ],
  [
    'shorter rows end in empty cells',
    'a\nb\tc\td',
    [
      ['a', '', ''],
      ['b', 'c', 'd'],
    ],
  ],
])('%s', (_, text, table) => {
  expect(readTable(text)).toEqual(table);
});

test('what is written is read as the same table', () => {
  const table = [
    ['a', '', '"quoted"'],
    ['two\nlines', 'a\ttab', '5" pipe'],
  ];
  expect(readTable(writeTable(table))).toEqual(table);
});
