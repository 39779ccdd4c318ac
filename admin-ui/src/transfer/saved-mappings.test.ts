// What is saved of an import, and applied to another table.
import { expect, test } from 'vitest';
import type { ImportOptions } from './import-data.ts';
import { choicesOf, optionsBy, withColumns, type SavedMapping } from './saved-mappings.ts';
import { AS_NAMED, type Mapping } from './source-table.ts';

const column = (name: string) => ({ name, samples: [] });

const mapping: Mapping = {
  rows: [],
  separator: ',',
  named: true,
  columns: ['Unit number', 'Sold for', 'Remarks', ''].map(column),
  targets: [AS_NAMED, 'Purchase price', null, 'Floor'],
};
const options: ImportOptions = {
  existing: 'update',
  repeated: 'last',
  empty: 'keep',
  writing: { separator: 'semicolon' },
  mapping,
};

test('columns are saved by their names, without those that are read by their own', () => {
  expect(choicesOf(options)).toEqual({
    existing: 'update',
    repeated: 'last',
    empty: 'keep',
    writing: { separator: 'semicolon' },
    columns: { 'Sold for': 'Purchase price', Remarks: null },
  });
});

test('another table has the columns of a saved one wherever they are', () => {
  const other = {
    ...mapping,
    columns: ['remarks ', 'Rent', 'SOLD FOR'].map(column),
    targets: [AS_NAMED, 'Rent', AS_NAMED],
  };
  expect(withColumns(other, choicesOf(options).columns).targets).toEqual([null, 'Rent', 'Purchase price']);
});

test('what a saved mapping does not say stays as it was', () => {
  const saved = { mapping: { columns: { 'Unit number': 'Floor' }, existing: 'skip' } } as unknown as SavedMapping;
  const next = optionsBy(saved, options);
  expect([next.existing, next.repeated, next.empty, next.writing]).toEqual(['skip', 'last', 'keep', {}]);
  expect(next.mapping?.targets).toEqual(['Floor', 'Purchase price', null, 'Floor']);
});
