// The values on the card of a record.
import { RecordContextProvider, type RaRecord } from 'ra-core';
import type { Column, Resource } from '../document/resources.ts';
import { FieldValue } from '../fields/field-value.tsx';
import styles from './card.module.css';
import { cardFields } from './card-fields.ts';

interface Props {
  resource: Resource;
  columns: Column[];
  record: RaRecord<string>;
}

export function CardFacts({ resource, columns, record }: Props) {
  const shown = cardFields(columns, record);
  if (shown.length === 0) return null;
  return (
    <RecordContextProvider value={record}>
      <dl className={styles.facts}>
        {shown.map(({ field, label, schema }) => (
          <div key={field} className={styles.fact}>
            <dt className={styles.term}>{label}</dt>
            <dd className={styles.value}>
              <FieldValue resource={resource} field={field} schema={schema} record={record} unit />
            </dd>
          </div>
        ))}
      </dl>
    </RecordContextProvider>
  );
}
