// The number of records for each value of a field, as bars with numbers, each with a link to its records.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Schema } from '@mizan/openapi/document';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { writeFilters, type Scalar } from '../data/filter-group.ts';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { labelOf } from '../document/schema.ts';
import { labelOfBoolean, labelOfChoice } from '../fields/value.tsx';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { paths } from '../paths.ts';
import { Card, CardNotice } from './card.tsx';
import { useBreakdown, type Breakdown } from './overview-data.ts';
import styles from './overview.module.css';

interface Props {
  resource: Resource;
  field: string;
  title: string | undefined;
}

/** The number of values that are shown; the others are added up. */
const MOST = 6;

export function BreakdownCard({ resource, field, title }: Props) {
  const { data, isError } = useBreakdown(resource, field);
  const schema = resource.view.properties?.[field] ?? {};
  const heading = title ?? m.overview_by({ label: resource.label, field: labelOf(field, schema).toLowerCase() });
  const rest = data ? data.total - shownOf(data).reduce((sum, { count }) => sum + count, 0) : 0;
  return (
    <Card
      title={heading}
      to={paths.list(resource.area, resource.name)}
      icon={<ResourceIcon resource={resource} size={18} />}
    >
      {isError ? (
        <CardNotice>{m.overview_failed()}</CardNotice>
      ) : data?.items.length === 0 ? (
        <CardNotice>{m.admin_list_nothing({ label: resource.nouns })}</CardNotice>
      ) : data?.items.length === 1 ? (
        <Only {...{ resource, field, schema }} item={data.items[0] as Item} />
      ) : (
        <>
          <p className={styles.total}>{data ? formatNumber(data.total) : <Skeleton width={72} />}</p>
          <div className={styles.bar} aria-hidden="true">
            {data &&
              shownOf(data).map(({ value, count }, index) => (
                <span
                  key={String(value)}
                  data-tone={toneOf(schema, value, index)}
                  style={{ '--share': count } as CSSProperties}
                />
              ))}
            {rest > 0 && <span style={{ '--share': rest } as CSSProperties} />}
          </div>
          <ul className={styles.legend}>
            {!data &&
              [0, 1].map((row) => (
                <li key={row} className={styles.part}>
                  <Skeleton width="70%" />
                </li>
              ))}
            {data &&
              shownOf(data).map((item, index) => (
                <Part
                  key={String(item.value)}
                  {...{ resource, field, schema, item }}
                  total={data.total}
                  tone={toneOf(schema, item.value, index)}
                />
              ))}
            {rest > 0 && (
              <li className={styles.part}>
                <span className={styles.dot} />
                <span className={styles.partLabel}>{m.overview_others()}</span>
                <Numbers count={rest} total={data?.total ?? 0} />
              </li>
            )}
          </ul>
        </>
      )}
    </Card>
  );
}

const shownOf = ({ items }: Breakdown) => items.slice(0, MOST);

type Item = Breakdown['items'][number];

interface PartProps {
  resource: Resource;
  field: string;
  schema: Schema;
  item: Item;
  total: number;
  tone: number;
}

function Part({ total, tone, ...part }: PartProps) {
  return (
    <li className={styles.part}>
      <span className={styles.dot} data-tone={tone} />
      <Label {...part} />
      <Numbers count={part.item.count} total={total} />
    </li>
  );
}

/** All records have one value: a single number, without a bar of 100 %. */
function Only(part: Omit<PartProps, 'total' | 'tone'>) {
  return (
    <p className={styles.only}>
      <span className={styles.total}>{formatNumber(part.item.count)}</span>
      <Label {...part} />
    </p>
  );
}

/** A value, with a link to its records. */
function Label({ resource, field, schema, item }: Omit<PartProps, 'total' | 'tone'>) {
  const may = useMay();
  const { value } = item;
  const label = <bdi>{labelOfPart(schema, item)}</bdi>;
  // A missing value cannot be filtered by.
  const filters = value !== null && may(resource, 'filters') && conditionOf(field, value);
  if (!filters) return <span className={styles.partLabel}>{label}</span>;
  return (
    <Link
      className={styles.partLabel}
      to={paths.list(resource.area, resource.name, `?filters=${encodeURIComponent(filters)}`)}
    >
      {label}
    </Link>
  );
}

/** A reference by its title, an option by its label. */
function labelOfPart(schema: Schema, { value, label }: Item): string {
  if (value === null) return m.overview_missing();
  if (label !== undefined) return label;
  if (typeof value === 'boolean') return labelOfBoolean(value, schema);
  return labelOfChoice(value, schema);
}

function Numbers({ count, total }: { count: number; total: number }) {
  const share = total > 0 ? Math.round((count / total) * 100) : 0;
  return (
    <>
      <span className={styles.partCount}>{formatNumber(count)}</span>
      <span className={styles.partShare}>{m.overview_share({ share: formatNumber(share) })}</span>
    </>
  );
}

const conditionOf = (field: string, value: Scalar): string =>
  writeFilters({ operator: 'AND', conditions: [{ field, operator: 'equals', value }] });

/** An option has the colour of its badge; other values use the colours in turn. */
function toneOf(schema: Schema, value: unknown, index: number): number {
  const at = (schema.enum ?? []).indexOf(value);
  return ((at < 0 ? index : at) % 6) + 1;
}
