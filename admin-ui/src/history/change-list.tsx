// The differences between two versions of a record, field by field.
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import type { ReactNode } from 'react';
import type { Values } from '../data/changes.ts';
import type { Resource } from '../document/resources.ts';
import { entryOf, kindOf } from '../document/schema.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { Masked } from '../fields/masked.tsx';
import { isMissing, labelOfChoice, Value } from '../fields/value.tsx';
import styles from './change-list.module.css';
import type { Change } from './difference.ts';
import type { Piece } from './text-difference.ts';

interface Props {
  resource: Resource;
  changes: Change[];
  /** The two versions; with one of them missing only the other's values are shown. */
  before: Values | null;
  after: Values | null;
}

export function ChangeList({ resource, changes, before, after }: Props) {
  const value = (change: Change, state: Values | null, one: unknown): ReactNode => {
    if (change.inner !== undefined || !state) return <Value value={one} schema={change.schema} unit />;
    const { field, schema } = change;
    return <FieldValue resource={resource} field={field} schema={schema} record={{ ...state, [field]: one }} unit />;
  };
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.path} className={styles.change}>
          <dt className={styles.label}>
            {change.inner === undefined ? change.label : m.history_inner({ label: change.label, inner: change.inner })}
          </dt>
          <dd className={styles.value}>
            {change.masked ? (
              <Masked />
            ) : before && after ? (
              <Difference
                change={change}
                before={value(change, before, change.before)}
                after={value(change, after, change.after)}
              />
            ) : (
              value(change, after ?? before, after ? change.after : change.before)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Difference({ change, before, after }: { change: Change; before: ReactNode; after: ReactNode }) {
  if (change.entries) return <Entries change={change} entries={change.entries} />;
  if (change.pieces) return <TextChange pieces={change.pieces} />;
  return (
    <span className={styles.pair}>
      <del className={styles.before} data-missing={isMissing(change.before) || undefined}>
        <span className={unseen.unseen}>{m.history_before()}: </span>
        {before}
      </del>
      <span className={styles.arrow} aria-hidden="true" />
      <ins className={styles.after}>
        <span className={unseen.unseen}>{m.history_after()}: </span>
        {after}
      </ins>
    </span>
  );
}

function Entries({ change, entries }: { change: Change; entries: { added: unknown[]; removed: unknown[] } }) {
  const schema = entryOf(change.schema);
  const entry = (kind: 'added' | 'removed') => (one: unknown, index: number) => (
    // Entries may repeat and have no identity.
    // oxlint-disable-next-line react/no-array-index-key
    <li key={`${kind} ${index}`} className={styles.entry} data-kind={kind}>
      <span className={unseen.unseen}>{kind === 'added' ? m.history_added() : m.history_removed()}: </span>
      {kindOf(schema) === 'choice' ? labelOfChoice(one, schema) : <Value value={one} schema={schema} unit />}
    </li>
  );
  return (
    <ul className={styles.entries}>
      {entries.removed.map(entry('removed'))}
      {entries.added.map(entry('added'))}
    </ul>
  );
}

function TextChange({ pieces }: { pieces: Piece[] }) {
  return (
    <p className={styles.text} dir="auto">
      {pieces.map(({ kind, text }, index) => {
        const Element = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span';
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <Element key={index} className={styles[kind]}>
            {text}
          </Element>
        );
      })}
    </p>
  );
}
