// What is selected of a list: as a table to copy, and as changes that repeat its first row.
import { m } from '@mizan/ui-kit/messages';
import type { RaRecord } from 'ra-core';
import { mergePatch, type Values } from '../data/changes.ts';
import type { RowChange } from '../data/data-provider.ts';
import type { Column, Resource } from '../document/resources.ts';
import { formDataOf, namesIn, prepared } from '../form/form-data.ts';
import { targetFor } from './editable.ts';
import { textOf } from './texts.ts';
import { writeTable } from './tsv.ts';

interface Shown {
  resource: Resource;
  columns: Column[];
  records: RaRecord<string>[];
}

/** The first and the last row and column. */
export interface Bounds {
  rows: [number, number];
  columns: [number, number];
}

export function copied({ resource, columns, records }: Shown, bounds: Bounds): string {
  const rows = records.slice(bounds.rows[0], bounds.rows[1] + 1);
  const across = columns.slice(bounds.columns[0], bounds.columns[1] + 1);
  return writeTable(
    rows.map((record) => {
      const names = namesIn(resource, record);
      return across.map(({ field, schema }) => textOf(record[field], schema, names));
    }),
  );
}

/** The changes that fill the selection with its first row, one cell with the one above it; or why there are none. */
export function filled({ resource, columns, records }: Shown, bounds: Bounds): RowChange[] | string {
  const [first, last] = bounds.rows;
  const isOne = first === last;
  const source = records[isOne ? first - 1 : first];
  const into = records.slice(isOne ? first : first + 1, last + 1);
  const { fields, schema } = targetFor(resource, columns.slice(bounds.columns[0], bounds.columns[1] + 1));
  if (fields.every((field) => field === undefined)) return m.cells_fill_fixed();
  if (!source) return m.cells_fill_first();
  const valuesOf = (record: Values) => prepared(schema, formDataOf(schema, record));
  const values = valuesOf(source);
  const changes = into.flatMap((record) => {
    const before = valuesOf(record);
    const update = mergePatch(before, values);
    const names = Object.keys(update);
    const was = Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
    return names.length > 0 ? [{ _id: record.id, was, update }] : [];
  });
  return changes.length > 0 ? changes : m.admin_form_nothing_changed();
}
