// The history of a record, newest first: who changed what and when, with a button to restore each earlier version. The
// version that the address names by its time is marked and scrolled to.
import { Button } from '@mizan/ui-kit/button';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { useHistory } from './history-data.ts';
import styles from './history-list.module.css';
import { RestoreDialog } from './restore-dialog.tsx';
import { VersionEntry } from './version-entry.tsx';
import type { Version } from './version.ts';

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
          <VersionEntry
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
