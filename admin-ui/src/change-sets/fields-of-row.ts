// The fields that a row of a change set changes or has errors at, in the order of the record. Pure.
import type { SetRow } from '../data/change-sets.ts';
import { segmentsOf } from '../data/problems.ts';
import type { Resource } from '../document/resources.ts';
import { labelOf, referenceOf } from '../document/schema.ts';
import { isMissing } from '../fields/value.tsx';
import { differences, type Change } from '../history/difference.ts';

export interface RowField {
  /** Its name in the record. */
  field: string;
  label: string;
  /** What differs; of a field with nested ones each of these. */
  changes: Change[];
  errors: string[];
}

type Shape = Pick<Resource, 'view' | 'input' | 'idField'>;

/**
 * Errors without a field are none of these: of a new record they may be about a required one that is missing, so that these
 * are included.
 */
export function fieldsOfRow(resource: Shape, row: SetRow): RowField[] {
  const { before, after, changed, errors } = row;
  const fields = new Map<string, RowField>();
  const at = (field: string): RowField => {
    const known = fields.get(field);
    if (known) return known;
    const { view, input } = resource;
    const added = {
      field,
      label: labelOf(field, view.properties?.[field] ?? input?.properties?.[field]),
      changes: [],
      errors: [],
    };
    fields.set(field, added);
    return added;
  };
  for (const change of differences(resource, before, after, changed)) at(change.field).changes.push(change);
  for (const { pointer, message } of errors) {
    const [first] = segmentsOf(pointer);
    if (first === undefined) continue;
    const field = at(shownAs(resource, first));
    if (!field.errors.includes(message)) field.errors.push(message);
  }
  if (row.action === 'create' && isWrongAsWhole(row)) {
    for (const required of resource.input?.required ?? []) {
      const field = shownAs(resource, required);
      if (isMissing(after?.[field] ?? after?.[required])) at(field);
    }
  }
  return [...fields.values()];
}

/** Whether a row has errors that are at no field. */
export const isWrongAsWhole = ({ errors }: Pick<SetRow, 'errors'>): boolean =>
  errors.some(({ pointer }) => pointer === '');

/** The field of the record that shows a field of its input: `project` of `projectId`. */
function shownAs({ view, input }: Shape, field: string): string {
  if (view.properties?.[field]) return field;
  const schema = input?.properties?.[field];
  return (schema && referenceOf(schema)?.view) ?? field;
}
