// Shown in place of a missing record: it never existed, or was deleted. Users who may read the history see who deleted
// it and when, and can restore it.
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { Crumbs } from '../frame/crumbs.tsx';
import { Icon } from '../frame/icon.tsx';
import { Notice } from '../frame/notice.tsx';
import { ScreenSkeleton } from '../frame/screen-skeleton.tsx';
import screen from '../frame/screen.module.css';
import { Screen } from '../frame/screen.tsx';
import { latestVersion } from '../history/history-data.ts';
import { RestoreDialog } from '../history/restore-dialog.tsx';
import type { Version } from '../history/version.ts';
import { backToList } from '../list/last-list.ts';
import { DETAILS, recordCrumbs, RecordTabs, useLastTabs } from './record-tabs.tsx';
import { useResourceUi } from '../module/registry.ts';
import { useTexts } from '../module/texts.ts';
import styles from './record.module.css';
import { useReturn } from './use-return.ts';

interface Props {
  resource: Resource;
  id: string;
  tab?: string;
  /** A tab of the deleted record that is still available. */
  children?: ReactNode;
}

export function RecordMissing({ resource, id, tab = DETAILS, children }: Props) {
  const may = useMay();
  const { missing } = useResourceUi(resource);
  const { loading, fetchFailed } = useTexts(resource);
  const knowable = may(resource, 'history');
  const { data, isPending } = useQuery({
    queryKey: [resource.name, 'history', id, 'latest'],
    queryFn: async ({ signal }) => (await latestVersion(resource, id, signal)) ?? null,
    enabled: knowable,
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });
  const waits = knowable && isPending;
  const deletion = data?.action === 'delete' && data.before ? data : undefined;
  const leaves = !waits && !deletion && missing === 'list';
  useReturn(resource, leaves ? fetchFailed : undefined);
  if (leaves) return null;
  if (waits) return <ScreenSkeleton narrow label={loading} />;
  if (deletion?.before) {
    return (
      <Deleted resource={resource} id={id} tab={tab} deletion={deletion} before={deletion.before}>
        {children}
      </Deleted>
    );
  }
  return (
    <div className={screen.screen}>
      <Crumbs of={[{ label: resource.label, to: backToList(resource) }, { label: resource.singular }]} />
      <Notice
        failure
        whole
        title={m.admin_record_missing({ singular: resource.singular })}
        text={m.admin_record_missing_text({ noun: resource.noun })}
      >
        <BackToList resource={resource} />
      </Notice>
    </div>
  );
}

function BackToList({ resource }: { resource: Resource }) {
  return (
    <Link className={buttonClass({ look: 'secondary' })} to={backToList(resource)}>
      {m.admin_back_to({ label: resource.label })}
    </Link>
  );
}

interface DeletedProps extends Props {
  tab: string;
  deletion: Version;
  before: Record<string, unknown>;
}

function Deleted({ resource, id, tab, deletion, before, children }: DeletedProps) {
  const may = useMay();
  const [restoring, setRestoring] = useState(false);
  const title = titleOf(resource, before);
  const name = deletion.actor?.name || m.history_somebody();
  const tabs = useLastTabs(resource, id);
  const shown = tab === DETAILS ? undefined : tabs.find((one) => one.key === tab);
  return (
    <Screen
      narrow
      title={
        <bdi className={styles.deletedName}>
          <Unbroken>{title}</Unbroken>
        </bdi>
      }
      text={m.history_record_deleted_title({ singular: resource.singular })}
      crumbs={recordCrumbs(resource, id, title, shown)}
      actions={<BackToList resource={resource} />}
    >
      <RecordTabs id={id} title={title} tabs={tabs} tab={tab} />
      <section className={styles.deleted} role="status">
        <Icon name="remove" />
        <p className={styles.deletedText}>
          {m.history_record_deleted_text({ name, noun: resource.noun })} <span aria-hidden="true">·</span>{' '}
          <time className={styles.deletedTime} dateTime={deletion.at} title={formatDateTime(deletion.at)}>
            {formatRelative(deletion.at)}
          </time>
        </p>
        {may(resource, 'restore') && deletion.version > 1 && (
          <Button onClick={() => setRestoring(true)}>{m.history_restore_confirm()}</Button>
        )}
      </section>
      {children}
      {restoring && (
        <RestoreDialog
          resource={resource}
          id={id}
          version={{ version: deletion.version - 1, after: before }}
          onClose={() => setRestoring(false)}
        />
      )}
    </Screen>
  );
}
