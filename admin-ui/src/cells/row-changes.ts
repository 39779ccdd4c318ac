// Changes of many cells: how they are taken back, and what is refused of them.
import { m } from '@mizan/ui-kit/messages';
import type { RaRecord } from 'ra-core';
import type { RowChange } from '../data/data-provider.ts';
import { errorMessage, isAtFields, segmentsOf, type FieldProblem } from '../data/problems.ts';
import { titleOf, type Resource } from '../document/resources.ts';
import { labelOf } from '../document/schema.ts';

/** How many cells they change. */
export const countOf = (changes: RowChange[]): number =>
  changes.reduce((count, { update }) => count + Object.keys(update).length, 0);

/** The changes that take these back. */
export const inverse = (changes: RowChange[]): RowChange[] =>
  changes.map(({ _id, was, update }) => ({ _id, was: update, update: was }));

/** What the server says of a change: the position of the change, the field, and the message. */
export function refusalAt({ pointer, message }: FieldProblem): { at: number; field?: string; message: string } {
  const [, at = '', part, field] = segmentsOf(pointer);
  const ofField = (part === 'update' || part === 'was') && field !== undefined;
  return { at: Number(at), message, ...(ofField && { field }) };
}

/** An error as one message, with the cell that it is about. */
export function refusalMessage(
  error: unknown,
  resource: Resource,
  records: RaRecord<string>[],
  changes: RowChange[],
): string {
  const [first] = isAtFields(error) ? error.errors : [];
  if (!first) return errorMessage(error, m.cells_save_failed());
  const { at, field, message } = refusalAt(first);
  const changed = changes.map(({ _id }) => _id)[at];
  const record = records.find(({ id }) => id === changed);
  const title = record ? titleOf(resource, record) : '';
  const label = field === undefined ? '' : labelOf(field, resource.patch?.properties?.[field]);
  return m.cells_refused({ cell: [label, title].filter(Boolean).join(', '), message });
}
