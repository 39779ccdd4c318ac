// One field of a record, drawn by the cell that its module defines, else by its schema. One that is
// masked is drawn as such.
import type { Schema } from '@mizan/openapi/document';
import { RecordContextProvider, ResourceContextProvider, type RaRecord } from 'ra-core';
import type { Values } from '../data/changes.ts';
import type { Question } from '../data/why.ts';
import { isMasked } from '../document/reader.ts';
import type { Resource } from '../document/resources.ts';
import { useResourceUi } from '../module/registry.ts';
import { Masked } from './masked.tsx';
import { Value } from './value.tsx';

interface Props {
  resource: Resource;
  field: string;
  schema: Schema;
  record: Values;
  /** Whether to show the unit; false where a header shows it. */
  unit?: boolean;
  /** Whether a moment has its time with seconds. */
  exact?: boolean;
}

export function FieldValue({ resource, field, schema, record, unit = false, exact = false }: Props) {
  const Cell = useResourceUi(resource).cells?.[field];
  const value = record[field];
  if (isMasked(record, field, schema)) return <Masked why={unit ? whyMasked(resource, field, record) : undefined} />;
  return Cell ? (
    <ResourceContextProvider value={resource.name}>
      <RecordContextProvider value={record as RaRecord<string>}>
        <Cell record={record as RaRecord<string>} value={value} schema={schema} />
      </RecordContextProvider>
    </ResourceContextProvider>
  ) : (
    <Value value={value} schema={schema} unit={unit} exact={exact} />
  );
}

/** Why the reader does not see a field of a record. */
export const whyMasked = ({ name, idField }: Resource, field: string, record: Values): Question => ({
  permission: `${name}:read`,
  record: String(record[idField]),
  field,
});
