// What the columns of a table are guessed to be, and what is sent.
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { readResources } from '../document/resources.ts';
import { importColumns } from './columns.ts';
import {
  isPlain,
  knownColumns,
  mappedText,
  mappingOf,
  readMapping,
  separatorOf,
  withNames,
  type Known,
  type Mapping,
} from './source-table.ts';

const all = readResources(JSON.parse(text) as ApiDocument);
const knownOf = (name: string): Known => {
  const resource = all.find((one) => one.name === name) as (typeof all)[number];
  return knownColumns(resource, importColumns(resource, all));
};
const units = knownOf('units');
const companies = knownOf('companies');
const read = (table: string, known = units) => mappingOf(table, undefined, known) as Mapping;
const guesses = (table: string, known = units) => {
  const { columns, targets } = read(table, known);
  return Object.fromEntries(columns.map(({ name }, at) => [name, targets[at]]));
};

test('columns that the server knows stay as they are, and nothing else is sent than the file', () => {
  const mapping = read('Unit number,projectId,createdAt,_id\nA-1,x,2026-01-01,y\n');
  expect(mapping.targets).toEqual(['', '', '', '']);
  expect(isPlain(mapping, units)).toBe(true);
  expect(mappedText(mapping)).toBeUndefined();
});

test('others are guessed by the words of their names, if the values fit', () => {
  expect(guesses('No of bedrooms\tPurchase_price_AED\tRemark\n2\t900,000\tfine\n')).toEqual({
    'No of bedrooms': 'Bedrooms',
    Purchase_price_AED: 'Purchase price',
    Remark: '',
  });
  expect(guesses('No of bedrooms,Remark\nmany,fine\n')['No of bedrooms']).toBe('');
});

test('values that only one field has say what a column is', () => {
  expect(guesses('Firm,Reach us\nLulwa,desk@lulwa.example\n', companies)['Reach us']).toBe('Email');
});

test('each field is guessed once', () => {
  const { targets } = read('Total bedrooms,All bedrooms\n2,2\n');
  expect(targets.filter((one) => one === 'Bedrooms').length).toBeLessThan(2);
});

test('what is chosen is the header of what is sent, and columns are left out', () => {
  const mapping = read('Flat;Note;Price\nA-1;"x;y";1\nB-2;z;2\n');
  expect(mappedText({ ...mapping, targets: ['Unit number', null, ''] })).toBe('Unit number;Price\r\nA-1;1\r\nB-2;2');
  expect(mappedText({ ...mapping, targets: ['Unit number', '', null] })).toBe('Unit number;Note\r\nA-1;"x;y"\r\nB-2;z');
});

test('a table without names has its first row among the values', () => {
  const mapping = read('A-1\t2\t900000\nB-2\t3\t950000\n');
  expect(mapping.named).toBe(false);
  expect(mapping.columns.map(({ samples }) => samples)).toEqual([
    ['A-1', 'B-2'],
    ['2', '3'],
    ['900000', '950000'],
  ]);
  expect(mapping.targets).toEqual([null, null, null]);
  expect(mappedText({ ...mapping, targets: ['Unit number', 'Bedrooms', null] })).toBe(
    'Unit number\tBedrooms\r\nA-1\t2\r\nB-2\t3',
  );
  expect(withNames(mapping, true, units).columns[0]).toEqual({ name: 'A-1', samples: ['B-2'] });
});

test('the separator is the sign that the first line has most of', () => {
  expect(['a;b,c;d', 'a\tb', 'a|b|c', 'a'].map(separatorOf)).toEqual([';', '\t', '|', ',']);
});

test('workbooks and texts in another encoding are left to the server', async () => {
  const file = (...bytes: number[]) => new File([new Uint8Array(bytes)], 'table');
  expect(await readMapping(file(0x50, 0x4b, 3, 4, 0, 0), {}, units)).toBeUndefined();
  expect(await readMapping(file(0x61, 0x2c, 0xe9, 0x0a, 0x31), {}, units)).toBeUndefined();
  const plain = new File(['Unit number,Status\nA,available\n'], 'table.csv');
  expect(await readMapping(plain, { encoding: 'windows-1256' }, units)).toBeUndefined();
  expect((await readMapping(plain, {}, units))?.columns).toHaveLength(2);
});
