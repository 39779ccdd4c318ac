// The history of a record, newest first: who changed what and when, with a button to restore each earlier version. The
// version that the address names by its time is marked and scrolled to.
import { Button } from '@mizan/ui-kit/button';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { Around } from '@mizan/ui-kit/around';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { ChangeList } from './change-list.tsx';
import { differences } from './difference.ts';
import { useHistory } from './history-data.ts';
import styles from './history-list.module.css';
import { RestoreDialog } from './restore-dialog.tsx';
import { UndoChange } from './undo-change.tsx';
import type { Version } from './version.ts';
import { revisionText } from './revision-texts.ts';

export default function HistoryList({ resource, id }: { resource: Resource; id: string }) {
  const history = useHistory(resource, id);
  const may = useMay();
  const [restoring, setRestoring] = useState<Version | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const older = useRef<number | null>(null);
  const { versions, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = history;
  const at = useSearchParams()[0].get('at');

  // Older pages are loaded until they reach the time of the address.
  const isOlder = at !== null && versions.length > 0 && (versions.at(-1)?.at ?? '') > at;
  useEffect(() => {
    if (isOlder && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isOlder, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  // Focus moves to the first of the versions that were just loaded.
  useEffect(() => {
    if (older.current === null || versions.length <= older.current) return;
    (list.current?.children[older.current] as HTMLElement | undefined)?.focus();
    older.current = null;
  }, [versions.length]);

  if (history.isPending) return <HistorySkeleton />;
  if (history.isError && versions.length === 0) {
    return <NotLoaded title={m.history_failed()} error={history.error} onRetry={history.refetch} />;
  }
  if (versions.length === 0) return <Notice title={m.history_empty()} text={m.history_empty_text()} />;

  const more = () => {
    if (history.isFetchingNextPage) return;
    older.current = versions.length;
    void history.fetchNextPage();
  };
  return (
    <section className={styles.card}>
      <ol ref={list} className={styles.list} aria-label={m.history_label()}>
        {versions.map((version, index) => (
          <Entry
            key={version.version}
            resource={resource}
            version={version}
            versions={versions}
            current={index === 0 && version.after !== null}
            named={version.at === at}
            onRestore={index > 0 && version.after && may(resource, 'restore') ? () => setRestoring(version) : undefined}
          />
        ))}
      </ol>
      {history.hasNextPage && (
        <div className={styles.foot}>
          <Button look="secondary" onClick={more} aria-disabled={history.isFetchingNextPage}>
            {history.isFetchingNextPage ? m.history_older_loading() : m.history_older()}
          </Button>
          {history.isFetchNextPageError && (
            <p className={styles.wrong} role="alert">
              {m.history_older_failed()}
            </p>
          )}
        </div>
      )}
      {restoring && (
        <RestoreDialog resource={resource} id={id} version={restoring} onClose={() => setRestoring(null)} />
      )}
    </section>
  );
}

interface EntryProps {
  resource: Resource;
  version: Version;
  versions: Version[];
  current: boolean;
  /** The address names it. */
  named: boolean;
  onRestore: (() => void) | undefined;
}

function Entry({ resource, version, versions, current, named, onRestore }: EntryProps) {
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

function initialsOf(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  return [parts[0], parts.length > 1 ? parts.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

export function HistorySkeleton() {
  return (
    <section className={styles.card} role="status" aria-label={m.admin_loading()}>
      <ol className={styles.list} aria-hidden="true">
        {[44, 62, 50].map((width) => (
          <li key={width} className={styles.entry}>
            <Skeleton round width={28} height={28} />
            <div className={styles.body}>
              <div className={styles.head}>
                <Skeleton width={`${width}%`} height={21} />
                <Skeleton width="8rem" height={18} />
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
