// The fields of records side by side, those that differ marked.
import { m } from '@mizan/ui-kit/messages';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { useGetMany, type RaRecord } from 'ra-core';
import { same } from '../data/changes.ts';
import { idOf, type Resource } from '../document/resources.ts';
import { labelOf } from '../document/schema.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { isMissing } from '../fields/value.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import type { Candidate } from './duplicates-data.ts';
import styles from './duplicates.module.css';

interface Props {
  resource: Resource;
  records: Candidate[];
  /** The identifier of the one that stays. */
  stays: string;
  /** The titles of all of them. */
  titles: string;
}

export function Comparison({ resource, records, stays, titles }: Props) {
  const { data, error, refetch } = useGetMany<RaRecord<string>>(resource.name, { ids: records.map(idOf) });
  if (error) return <NotLoaded title={m.merge_records_failed()} error={error} onRetry={refetch} />;
  const loaded = data?.filter(Boolean);
  if (!loaded) return <Skeleton height={160} aria-label={m.admin_loading()} />;
  const fields = Object.entries(resource.view.properties ?? {}).filter(
    ([field]) => field !== resource.idField && loaded.some((record) => !isMissing(record[field])),
  );
  const label = m.merge_compare({ titles });
  return (
    <ScrollRegion className={styles.scroll} label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{m.merge_field()}</th>
            {records.map((record) => (
              <th key={idOf(record)} scope="col" data-stays={idOf(record) === stays || undefined}>
                <bdi>{record.title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(([field, schema]) => {
            const [first, ...others] = loaded.map((record) => record[field] as unknown);
            const differs = others.some((value) => !same(first, value) && !(isMissing(first) && isMissing(value)));
            return (
              <tr key={field} data-differs={differs || undefined}>
                <th scope="row">{labelOf(field, schema)}</th>
                {records.map((record) => {
                  const own = loaded.find(({ id }) => id === idOf(record));
                  return (
                    <td key={idOf(record)} data-stays={idOf(record) === stays || undefined}>
                      {own && <FieldValue resource={resource} field={field} schema={schema} record={own} />}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
