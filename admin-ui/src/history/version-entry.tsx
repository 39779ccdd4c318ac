// One version of a record in a list of them.
import { Around } from '@mizan/ui-kit/around';
import { Button } from '@mizan/ui-kit/button';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { useEffect, useId, useRef } from 'react';
import type { Resource } from '../document/resources.ts';
import { ChangeList } from './change-list.tsx';
import { differences } from './difference.ts';
import styles from './history-list.module.css';
import { revisionText } from './revision-texts.ts';
import { UndoChange } from './undo-change.tsx';
import type { Version } from './version.ts';
import { initialsOf } from '../frame/initials.ts';

interface Props {
  resource: Resource;
  version: Version;
  versions: Version[];
  current: boolean;
  /** The address names it. */
  named: boolean;
  onRestore: (() => void) | undefined;
}

/** What was done, when, the values before and after, and the buttons that take it back. */
export function VersionEntry({ resource, version, versions, current, named, onRestore }: Props) {
  const { before, after, actor, at } = version;
  const numbered = useId();
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!named) return;
    entry.current?.scrollIntoView({ block: 'center' });
    entry.current?.focus({ preventScroll: true });
  }, [named]);
  const changes = differences(resource, before, after, version.changed);
  const name = actor?.name || m.history_somebody();
  const shown = before !== null && after !== null;
  return (
    <li ref={entry} className={styles.entry} data-named={named || undefined} tabIndex={-1}>
      <span className={styles.face} aria-hidden="true" data-deed={version.action}>
        {initialsOf(name)}
      </span>
      <div className={styles.body}>
        <div className={styles.head}>
          <p className={styles.deed}>
            <Around message={(place) => revisionText(place, { resource, version, changes, versions })}>
              <bdi className={styles.who}>{name}</bdi>
            </Around>
          </p>
          <p className={styles.when}>
            <time dateTime={at} title={formatDateTime(at)}>
              {formatRelative(at)}
            </time>
            <span aria-hidden="true">·</span>
            <span id={numbered}>{m.history_version({ number: version.version })}</span>
            {current && <span className={styles.current}>{m.history_current()}</span>}
          </p>
        </div>
        <div className={styles.ways}>
          <UndoChange
            resource={resource}
            action={version.action}
            request={version.request}
            describedBy={numbered}
            className={styles.restore}
          />
          {onRestore && (
            <Button look="quiet" className={styles.restore} onClick={onRestore} aria-describedby={numbered}>
              {m.history_restore()}
            </Button>
          )}
        </div>
        {changes.length > 0 && shown && (
          <div className={styles.changes}>
            <ChangeList resource={resource} changes={changes} before={before} after={after} />
          </div>
        )}
        {changes.length > 0 && !shown && (
          <details className={styles.details}>
            <summary className={styles.summary}>{m.history_show_values()}</summary>
            <ChangeList resource={resource} changes={changes} before={before} after={after} />
          </details>
        )}
      </div>
    </li>
  );
}
