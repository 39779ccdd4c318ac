// The facts of a record in cards, with the times of creation and change at the end.
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { RaRecord } from 'ra-core';
import { isMasked } from '../document/reader.ts';
import type { Resource } from '../document/resources.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { Masked } from '../fields/masked.tsx';
import { Value } from '../fields/value.tsx';
import { factGroups, type FactCard } from './fact-groups.ts';
import styles from './record.module.css';

interface Props {
  resource: Resource;
  record: RaRecord<string>;
}

export function Facts({ resource, record }: Props) {
  const { cards, times } = factGroups(resource);
  return (
    <>
      <FactCards resource={resource} record={record} cards={cards} />
      {times.length > 0 && (
        <p className={styles.quiet}>
          {times
            .filter(({ field }) => record[field])
            .map(({ field, label }) => m.admin_time_of({ label, time: formatDateTime(String(record[field])) }))
            .join(' · ')}
        </p>
      )}
    </>
  );
}

/** `compact` is for the column beside other content. */
export function FactCards({ resource, record, cards, compact }: Props & { cards: FactCard[]; compact?: boolean }) {
  return (
    <div className={styles.cards} data-compact={compact || undefined}>
      {cards.map(({ title: heading, description, facts, within, titled }) => (
        <section key={heading} className={styles.card} data-titled={titled || undefined}>
          <h2 className={styles.cardTitle}>{heading}</h2>
          {description && <p className={styles.cardText}>{description}</p>}
          <dl className={styles.facts}>
            {facts.map(({ field, label, schema }) => (
              <div key={field} className={styles.fact}>
                <dt className={styles.label}>{label}</dt>
                <dd className={styles.value}>
                  {within === undefined ? (
                    <FieldValue resource={resource} field={field} schema={schema} record={record} unit />
                  ) : isMasked(record, within) ? (
                    <Masked />
                  ) : (
                    <Value value={valueIn(record, within, field)} schema={schema} unit />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

const valueIn = (record: Record<string, unknown>, within: string, field: string): unknown =>
  (record[within] as Record<string, unknown> | null | undefined)?.[field];
