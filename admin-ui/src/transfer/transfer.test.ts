import type { Schema } from '@mizan/openapi/document';
import { ProblemError } from '@mizan/ui-kit/http';
import { expect, test } from 'vitest';
import { importColumns } from './columns.ts';
import { csvOf } from './csv.ts';
import { describeWriting, partsFor } from './writing.ts';
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

test('columns have the names of screens; a reference holds the key of its record, or else its identifier', () => {
  const input: Schema = {
    required: ['name', 'developer', 'unitId'],
    properties: {
      name: { type: 'string', title: 'Name' },
      developer: {
        type: 'object',
        title: 'Developer',
        properties: { _id: { type: 'string', 'x-reference': { resource: 'developers', view: 'maker' } } },
      },
      unitId: { type: 'string', title: 'Unit', 'x-reference': { resource: 'units', view: 'unit' } },
      coordinates: {
        type: 'object',
        title: 'Coordinates',
        required: ['latitude'],
        properties: { latitude: { type: 'number', title: 'Latitude' } },
      },
      // Two with one label, and one whose label is another field's name.
      balcony: { type: 'number', title: 'Area' },
      terrace: { type: 'number', title: 'Area' },
      rent: { type: 'number', title: 'Size' },
      size: { type: 'number', title: 'Extent' },
    },
  };
  const view: Schema = { properties: { maker: { title: 'Built by' }, unit: { title: 'Unit' } } };
  const all = [
    { name: 'developers', key: ['email'], input: { properties: { email: { title: 'Email' } } } },
    { name: 'units', key: ['projectId', 'number'], input: {} },
  ];
  expect(importColumns({ input, view }, all).map(({ name, required, key }) => [name, required, key])).toEqual([
    ['Name', true, undefined],
    ['Built by', true, 'Email'],
    ['unitId', true, undefined],
    ['Coordinates: Latitude', false, undefined],
    ['balcony', false, undefined],
    ['terrace', false, undefined],
    ['rent', false, undefined],
    ['Extent', false, undefined],
  ]);
});

test('how a file is written is said in a few words, and what does not matter for it is left out', () => {
  const writing = { separator: 'semicolon', encoding: 'windows-1252', dateOrder: 'dayMonthYear', numbers: 'comma' };
  expect(describeWriting(writing)).toBe('Semicolon, Windows-1252, day first, 1.234,56');
  expect(describeWriting({ separator: 'tab', encoding: 'iso-8859-6' })).toBe('Tab, ISO-8859-6');
  expect(describeWriting({})).toBe('');
  expect(partsFor({})).toEqual(['dateOrder', 'numbers']);
});
