// Shown when another user saved first: both versions side by side, so that the user can go on without losing either.
import Button from '@mui/material/Button';
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef } from 'react';
import { changedFields, type Values } from '../data/changes.ts';
import type { Loaded } from '../data/data-provider.ts';
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
  names: Record<string, string>;
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
  const { before, mine, settled, names } = conflict;
  const theirs = prepared(schema, formDataOf(schema, conflict.theirs.record));
  const typed = changedFields(prepared(schema, before), mine);
  const fields = settled ? typed : Object.keys(schema.properties ?? {}).filter(differs(before, mine, theirs, schema));
  const takeTheirs = () => {
    const values: Values = { ...theirs };
    for (const field of typed) values[field] = mine[field];
    onMine(values);
  };

  return (
    <section ref={root} className={styles.banner} role="alert" tabIndex={-1}>
      <div className={styles.head}>
        <Icon name="warning" />
        <div>
          <h2 className={styles.title}>{settled ? m.admin_conflict_loaded() : m.admin_conflict_title()}</h2>
          <p className={styles.text}>{settled ? m.admin_conflict_loaded_text() : m.admin_conflict_text()}</p>
        </div>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.admin_conflict_field()}</th>
            {!settled && <th scope="col">{m.admin_conflict_theirs()}</th>}
            <th scope="col">{m.admin_conflict_mine()}</th>
            {settled && <th aria-hidden="true" />}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{labelOf(field, schema.properties?.[field])}</th>
              {!settled && <td>{shown(theirs[field], schema.properties?.[field], names)}</td>}
              <td>{shown(mine[field], schema.properties?.[field], names)}</td>
              {settled && (
                <td>
                  <Button size="small" variant="outlined" onClick={() => onReapply(field)}>
                    {m.admin_conflict_put_back()}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        {settled ? (
          <Button variant="text" onClick={onDone}>
            {m.admin_conflict_done()}
          </Button>
        ) : (
          <>
            <Button variant="outlined" onClick={onTheirs}>
              {m.admin_conflict_load()}
            </Button>
            <Button variant="outlined" onClick={takeTheirs}>
              {m.admin_conflict_keep()}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Shows the fields that either version changed. */
function differs(before: Values, mine: Values, theirs: Values, schema: Schema) {
  const start = prepared(schema, before);
  const changed = new Set([...changedFields(start, mine), ...changedFields(start, theirs)]);
  return (field: string) => changed.has(field);
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
