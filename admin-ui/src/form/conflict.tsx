// Shown when another user saved first: who, when, and the fields that both changed: before, theirs and the user's, side by side.
// What only one of them changed is merged.
import { Button } from '@mizan/ui-kit/button';
import type { Schema } from '@mizan/openapi/document';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef } from 'react';
import { changedFields, conflicting, merged, type Values } from '../data/changes.ts';
import type { Loaded } from '../data/data-provider.ts';
import type { LastChange } from '../data/last-change.ts';
import { kindOf, labelOf } from '../document/schema.ts';
import { isMissing, Value } from '../fields/value.tsx';
import { Icon } from '../frame/icon.tsx';
import styles from './conflict.module.css';
import { formDataOf, prepared } from './form-data.ts';

export interface Conflict {
  /** The form's initial values, the user's input, and the current values on the server. */
  before: Values;
  mine: Values;
  theirs: Loaded;
  /** Who saved it, and when, if the user may know. */
  last: LastChange | undefined;
  names: Record<string, string>;
  /** Both changed different fields: their values and the user's are in the form. */
  merged: boolean;
  /** The server's version has been loaded into the form; the user's input stays visible until it is dismissed. */
  settled: boolean;
}

interface Props {
  schema: Schema;
  conflict: Conflict;
  onTheirs: () => void;
  onMine: (values: Values) => void;
  onReapply: (field: string) => void;
  onDone: () => void;
}

export function ConflictBanner({ schema, conflict, onTheirs, onMine, onReapply, onDone }: Props) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    root.current?.focus();
    root.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const { before, mine, settled, names, last } = conflict;
  const start = prepared(schema, before);
  const theirs = prepared(schema, formDataOf(schema, conflict.theirs));
  const fields = settled ? changedFields(start, mine) : conflicting(start, mine, theirs);
  const { title, text } = textsOf(conflict);
  const said = conflict.merged || settled;
  const versions = [
    { label: m.admin_conflict_before(), values: start },
    ...(settled ? [] : [{ label: m.admin_conflict_theirs(), values: theirs }]),
    { label: m.admin_conflict_mine(), values: mine },
  ];

  return (
    <section ref={root} className={styles.banner} role="alert" tabIndex={-1}>
      <div className={styles.head}>
        <Icon name="warning" />
        <div>
          <h2 className={styles.title}>{title}</h2>
          {last && (
            <p className={styles.text}>
              {last.by === null
                ? m.admin_conflict_saved_at({ time: formatDateTime(last.at) })
                : m.admin_conflict_saved_by({ name: last.by, time: formatDateTime(last.at) })}
            </p>
          )}
          <p className={styles.text}>{text}</p>
        </div>
      </div>
      {fields.length > 0 && !conflict.merged && (
        // On phones rows are cards, so the roles of a table are said: a changed `display` would take them away.
        <div role="table" aria-label={m.admin_conflict_fields()} className={styles.table}>
          <div role="row" className={styles.header}>
            {[m.admin_conflict_field(), ...versions.map(({ label }) => label)].map((label) => (
              <span key={label} role="columnheader">
                {label}
              </span>
            ))}
          </div>
          {fields.map((field) => (
            <div key={field} role="row" className={styles.row}>
              <span role="rowheader" className={styles.field}>
                {labelOf(field, schema.properties?.[field])}
              </span>
              {versions.map(({ label, values }) => (
                <div key={label} role="cell" className={styles.version} data-version={label}>
                  {shown(values[field], schema.properties?.[field], names)}
                </div>
              ))}
              {settled && (
                <div role="cell">
                  <Button look="secondary" onClick={() => onReapply(field)}>
                    {m.admin_conflict_put_back()}
                  </Button>
                </div>
              )}
            </div>
          ))}
        </div>
      )}
      <div className={styles.actions}>
        {said ? (
          <Button look="quiet" onClick={onDone}>
            {m.admin_conflict_done()}
          </Button>
        ) : (
          <>
            <Button look="secondary" onClick={onTheirs}>
              {m.admin_conflict_load()}
            </Button>
            <Button look="secondary" onClick={() => onMine(merged(start, mine, theirs))}>
              {m.admin_conflict_keep()}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function textsOf({ settled, merged: isMerged }: Conflict): { title: string; text: string } {
  if (settled) return { title: m.admin_conflict_loaded(), text: m.admin_conflict_loaded_text() };
  return { title: m.admin_conflict_title(), text: isMerged ? m.admin_conflict_merged() : m.admin_conflict_text() };
}

function shown(value: unknown, schema: Schema | undefined, names: Record<string, string>) {
  if (isMissing(value)) return <Value value={undefined} schema={{}} />;
  if (Array.isArray(value) && schema && kindOf(schema) === 'references') {
    return <span dir="auto">{value.map((one) => names[String(one)] ?? String(one)).join(', ')}</span>;
  }
  // Shows titles in place of identifiers.
  if (typeof value === 'string' && names[value]) return <span dir="auto">{names[value]}</span>;
  if (typeof value === 'object' && !Array.isArray(value)) {
    const id = Object.values(value as Values).find((one) => typeof one === 'string' && names[one]);
    if (typeof id === 'string') return <span dir="auto">{names[id]}</span>;
  }
  return <Value value={value} schema={schema ?? {}} unit />;
}
