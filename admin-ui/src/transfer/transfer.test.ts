import type { Schema } from '@mizan/openapi/document';
import { ProblemError } from '@mizan/ui-kit/http';
import { expect, test } from 'vitest';
import { importColumns } from './columns.ts';
import { csvOf } from './csv.ts';
import { errorGroups, errorsCsv, refusedRows, skipReasons, sortedErrors, wrongLines, type RowError } from './report.ts';

const errors: RowError[] = [
  { line: 9, column: 'rent', message: 'Not a number' },
  { line: 2, column: 'status', message: 'Unknown' },
  { line: 9, column: 'status', message: 'Unknown' },
  { line: 1, column: null, message: 'Too short' },
];

test('a table is written as spreadsheets read it', () => {
  expect(
    csvOf([
      ['a', 'b "c"', 'd, e'],
      [1, 'x\ny', ' z'],
    ]),
  ).toBe('\uFEFFa,"b ""c""","d, e"\r\n1,"x\ny"," z"\r\n');
});

test('no cell is run by a spreadsheet', () => {
  expect(csvOf([['=1+1', '-2', '@x', '＝1']])).toBe("\uFEFF'=1+1,'-2,'@x,'＝1\r\n");
});

test('errors are sorted by line, counted by column, and lines are counted distinct', () => {
  expect(sortedErrors(errors).map(({ line, column }) => `${line} ${column}`)).toEqual([
    '1 null',
    '2 status',
    '9 rent',
    '9 status',
  ]);
  expect(errorGroups(errors)).toEqual([
    { column: 'status', count: 2 },
    { column: 'rent', count: 1 },
    { column: '', count: 1 },
  ]);
  expect(wrongLines(errors)).toBe(3);
  expect(errorsCsv(errors.slice(0, 1), ['Line', 'Column', 'What is wrong'])).toBe(
    '\uFEFFLine,Column,What is wrong\r\n9,rent,Not a number\r\n',
  );
});

test('skipped rows are grouped by reason, the most frequent first', () => {
  const exists = 'This unit exists already';
  const rows = [
    { line: 2, reason: 'Left out' },
    { line: 3, reason: exists },
    { line: 7, reason: exists },
  ];
  expect(skipReasons(rows)).toEqual([
    { reason: exists, lines: [3, 7] },
    { reason: 'Left out', lines: [2] },
  ]);
});

test('row errors of a rejected import are distinct from other rejections', () => {
  const rows = [{ line: 3, column: 'rent', message: 'Not a number' }];
  expect(refusedRows(new ProblemError({ status: 422, errors: rows }))).toEqual(rows);
  expect(
    refusedRows(new ProblemError({ status: 422, errors: [{ pointer: '/mapping', message: 'Unknown' }] })),
  ).toBeUndefined();
  expect(refusedRows(new ProblemError({ status: 413 }))).toBeUndefined();
  expect(refusedRows(new TypeError('network'))).toBeUndefined();
});

test('columns are the fields of the payload, dotted within groups, needed only when the group is', () => {
  const input: Schema = {
    required: ['name', 'developer'],
    properties: {
      name: { type: 'string', title: 'Name' },
      developer: {
        type: 'object',
        title: 'Developer',
        properties: { _id: { type: 'string', 'x-reference': { resource: 'developers' } } },
      },
      coordinates: {
        type: 'object',
        title: 'Coordinates',
        required: ['latitude'],
        properties: { latitude: { type: 'number', title: 'Latitude' } },
      },
    },
  };
  expect(importColumns(input).map(({ name, label, required }) => [name, label, required])).toEqual([
    ['name', 'Name', true],
    ['developer._id', 'Developer', true],
    ['coordinates.latitude', 'Coordinates: Latitude', false],
  ]);
});
