import { expect, test } from 'vitest';
import { analytics, PROJECT } from './analytics.fixture.ts';
import type { RecordsAnswer } from './answers.ts';
import { correctionOf, isSingle, ownOfRecords, informativeMeasures, unknownIn } from './records-own.ts';
import { parseView } from './view.ts';

const view = parseView('?dataset=units&measures=rent&rows=project&cols=bedrooms', analytics);

test.each([
  ['row=a&row=&row=a&col=2&page=3', { rows: 'project', cols: 'bedrooms' }, 'row=a&row=&col=2&page=3'],
  ['row=a&col=2', { rows: 'project', cols: undefined }, 'row=a'],
  ['row=a&page=1', { rows: undefined, cols: undefined }, ''],
  ['page=abc', view, ''],
  ['page=-1', view, ''],
  ['page=0', view, ''],
  ['page=1000001', view, ''],
])('%s is reduced to what is valid', (query, groups, expected) => {
  expect(`${ownOfRecords(new URLSearchParams(query), groups)}`).toBe(expected);
});

const answer = (change: Partial<RecordsAnswer>): RecordsAnswer => ({
  row: [],
  col: [],
  items: [],
  total: 120,
  page: 1,
  limit: 100,
  totalPages: 2,
  asOf: '2026-11-20T08:30:00Z',
  ...change,
});
const unknown = (change: Partial<RecordsAnswer>) => unknownIn(answer(change), view, analytics);

test('a value that nothing has is known by its label, which is its key', () => {
  const row = [
    { key: PROJECT, label: 'Creekside Rise' },
    { key: 'zzzz', label: 'zzzz' },
    { key: null, label: 'Not stated' },
  ];
  expect(unknown({ row })).toEqual([{ name: 'row', value: 'zzzz' }]);
  // A member that is no record may be named by its key, as long as it has records.
  expect(unknown({ col: [{ key: '2', label: '2' }] })).toEqual([]);
  expect(unknown({ col: [{ key: '99', label: '99' }], total: 0 })).toEqual([{ name: 'col', value: '99' }]);
});

test('a page past the end becomes the last one, and an unknown value is dropped', () => {
  const lost = [{ name: 'row', value: 'zzzz' }];
  expect(correctionOf(answer({}), '&row=a&page=2', [])).toBeUndefined();
  expect(correctionOf(answer({ page: 9 }), '&row=a&page=9', [])).toEqual({
    own: '&row=a&page=2',
    lost: [{ name: 'page', value: '9', why: 'last' }],
  });
  expect(correctionOf(answer({}), '&row=a&row=zzzz', lost)).toEqual({ own: '&row=a', lost });
  expect(correctionOf(answer({ total: 0, totalPages: 0 }), '&row=zzzz', lost)).toBeUndefined();
});

test('a count per record is not informative', () => {
  const item = (values: RecordsAnswer['items'][number]['values']) => ({ _id: PROJECT, title: 'One', values });
  const one = { value: 1, n: 1 };
  const informative = (items: RecordsAnswer['items']) =>
    informativeMeasures(answer({ items }), ['units', 'rent'], analytics);
  expect(informative([item({ units: one, rent: one })])).toEqual(['rent']);
  expect(informative([item({ units: one, rent: one }), item({ units: { value: 3, n: 3 }, rent: one })])).toEqual([
    'units',
    'rent',
  ]);
  expect(isSingle(answer({ items: [item({ units: one, rent: { value: null, n: 0 } })] }))).toBe(true);
  expect(isSingle(answer({ items: [item({ rent: { value: 2, n: 3 } })] }))).toBe(false);
});
