// One value, displayed by its schema, in cells of a list and in the view of a record.
import { formatDate, formatDateTime, formatExactTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Schema } from '@mizan/openapi/document';
import { isObject } from '../data/changes.ts';
import { unnamed, useTitle } from '../data/references.ts';
import { useMay, useResourceNamed } from '../document/context.tsx';
import { idOf, nameOf, type Resource } from '../document/resources.ts';
import { entryOf, kindOf } from '../document/schema.ts';
import { Gallery } from '../media/gallery.tsx';
import { imagesOf } from '../media/image-data.ts';
import { paths } from '../paths.ts';
import styles from './value.module.css';

interface Props {
  value: unknown;
  schema: Schema;
  /** Whether to show the unit; false where a header shows it. */
  unit?: boolean;
  /** Whether a moment has its time with seconds, as in a log. */
  exact?: boolean;
}

export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export function Value({ value, schema, unit = false, exact = false }: Props): ReactNode {
  if (isMissing(value)) return <Missing />;
  switch (kindOf(schema)) {
    case 'reference':
      return <Reference value={value} resource={schema['x-reference']?.resource} />;
    case 'references':
      return <References value={value} schema={entryOf(schema)} apart={unit} />;
    case 'choice':
      return <Badge value={value} schema={schema} />;
    case 'number':
      return <NumberValue value={value} unit={unit ? schema['x-unit'] : undefined} />;
    case 'boolean':
      return labelOfBoolean(Boolean(value), schema);
    case 'date':
      return <time dateTime={String(value)}>{formatDate(String(value))}</time>;
    case 'moment':
      return (
        <time dateTime={String(value)} title={formatExactTime(String(value))}>
          {exact ? formatExactTime(String(value)) : unit ? formatDateTime(String(value)) : formatDate(String(value))}
        </time>
      );
    case 'list':
      return <List value={value} schema={schema.items ?? {}} apart={unit} />;
    case 'image':
    case 'images':
      return unit ? <Gallery value={value} /> : m.admin_value_entries({ count: imagesOf(value).length });
    case 'facts':
      return isObject(value) ? <Facts value={value} schema={schema} /> : text(value);
    case 'email':
      return <Outside href={`mailto:${String(value)}`}>{String(value)}</Outside>;
    case 'link':
      return isWebAddress(value) ? <Outside href={value}>{value}</Outside> : text(value);
    default:
      return isColor(value, schema) ? <Color value={value} /> : text(value);
  }
}

const isColor = (value: unknown, schema: Schema): value is string =>
  schema['x-widget'] === 'color' && typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

function Color({ value }: { value: string }) {
  return (
    <span className={styles.color}>
      <span className={styles.swatch} style={{ backgroundColor: value }} aria-hidden="true" />
      {value}
    </span>
  );
}

const text = (value: unknown) => (
  <span dir="auto">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>
);

const isWebAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//i.test(value);

function Missing() {
  return (
    <span className={styles.missing}>
      <span aria-hidden="true">—</span>
      <span className={unseen.unseen}>{m.admin_value_missing()}</span>
    </span>
  );
}

function NumberValue({ value, unit }: { value: unknown; unit: string | undefined }) {
  const shown = typeof value === 'number' ? formatNumber(value, 6).replace(/^-/, '−') : String(value);
  return (
    <span className={styles.number}>
      {shown}
      {unit && <span className={styles.unit}> {unit}</span>}
    </span>
  );
}

function Badge({ value, schema }: { value: unknown; schema: Schema }) {
  const tone = (schema.enum ?? []).indexOf(value) % 6;
  return (
    <span className={styles.badge} data-tone={tone < 0 ? undefined : tone + 1}>
      {labelOfChoice(value, schema)}
    </span>
  );
}

/** The label of an enum's value: from the schema, else the capitalized value. */
export function labelOfChoice(value: unknown, schema: Schema): string {
  const raw = String(value);
  return schema['x-labels']?.[raw] ?? raw.charAt(0).toUpperCase() + raw.slice(1).replaceAll('_', ' ');
}

/** The label of a boolean: from the schema, else Yes or No. */
export const labelOfBoolean = (value: boolean, schema: Schema): string =>
  schema['x-labels']?.[String(value)] ?? (value ? m.admin_yes() : m.admin_no());

interface NameProps {
  value: unknown;
  resource: Resource | undefined;
  /** Draws it; by default as text. */
  children?: (name: string) => ReactNode;
}

/** The title of a reference: as far as the record contains it, and complete once it is loaded. */
export function Name({ value, resource, children = (name) => name }: NameProps) {
  const may = useMay();
  const missing = resource && may(resource, 'view') ? unnamed(value, resource) : undefined;
  // A list has many whose title is there: no query is made for these.
  if (missing === undefined) return children(nameIn(value, resource) ?? String(value));
  return (
    <LoadedName value={value} resource={resource} id={missing}>
      {children}
    </LoadedName>
  );
}

/** The title as far as the record contains it. */
const nameIn = (value: unknown, resource: Resource | undefined): string | undefined =>
  isObject(value) ? nameOf(value, resource?.titleTemplate) : undefined;

function LoadedName({ value, resource, id, children }: Required<NameProps> & { id: string }) {
  const title = useTitle(resource, id);
  if (title !== undefined && title !== id) return children(title);
  return children(nameIn(value, resource) ?? (title === undefined ? '…' : String(value)));
}

function Reference({ value, resource: name }: { value: unknown; resource: string | undefined }) {
  const resource = useResourceNamed(name);
  const may = useMay();
  const id = isObject(value) ? idOf(value) : String(value);
  const label = <Name value={value} resource={resource} />;
  if (!resource || !id || !may(resource, 'view')) return <span dir="auto">{label}</span>;
  return (
    <Link to={paths.view(resource.area, resource.name, id)} className={styles.link} dir="auto">
      {label}
    </Link>
  );
}

/** References in the order in which they were chosen; in a cell only their names. */
function References({ value, schema, apart }: { value: unknown; schema: Schema; apart: boolean }) {
  const resource = useResourceNamed(schema['x-reference']?.resource);
  if (!Array.isArray(value)) return text(value);
  if (!apart)
    return (
      <span dir="auto">
        {value.map((one, index) => (
          <Fragment key={isObject(one) ? idOf(one) : index}>
            {index > 0 && ', '}
            <Name value={one} resource={resource} />
          </Fragment>
        ))}
      </span>
    );
  return (
    <ol className={styles.chips}>
      {value.map((one, index) => (
        <li key={isObject(one) ? idOf(one) : index} className={styles.chip}>
          <Value value={one} schema={schema} />
        </li>
      ))}
    </ol>
  );
}

function List({ value, schema, apart }: { value: unknown; schema: Schema; apart: boolean }) {
  if (!Array.isArray(value)) return text(value);
  const kind = kindOf(schema);
  if (kind === 'facts') return m.admin_value_entries({ count: value.length });
  if (!apart)
    return text(kind === 'choice' ? value.map((one) => labelOfChoice(one, schema)).join(', ') : value.join(', '));
  return (
    <ul className={styles.chips}>
      {value.map((one, index) => (
        // Entries may repeat and have no identity.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles.chip}>
          <Value value={one} schema={schema} />
        </li>
      ))}
    </ul>
  );
}

function Facts({ value, schema }: { value: Record<string, unknown>; schema: Schema }) {
  const properties = Object.entries(schema.properties ?? {});
  return (
    <span className={styles.facts}>
      {properties.map(([field, property]) => (
        <span key={field}>
          <span className={styles.factLabel}>{property.title ?? field}</span>{' '}
          <Value value={value[field]} schema={property} unit />
        </span>
      ))}
    </span>
  );
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={styles.link} dir="auto" rel="noreferrer">
      {children}
    </a>
  );
}
