// The latest changes: who did what with which record and when, each with a link to the record's history.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { m } from '@mizan/ui-kit/messages';
import { lazyInPlace } from '@mizan/ui-kit/lazy-screen';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { Link } from 'react-router';
import { addressOf } from '../changes/address.ts';
import { messageOf } from '../changes/change-message.ts';
import { useChanges, type Change } from '../changes/changes-data.ts';
import { feedOfResource, ofResource } from '../changes/feed.ts';
import { useMay, useResources } from '../document/context.tsx';
import { idOf, type Resource } from '../document/resources.ts';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { paths } from '../paths.ts';
import { Card, CardNotice } from './card.tsx';
import styles from './overview.module.css';

const ChangedValues = lazyInPlace(() => import('../changes/changed-values.tsx'));

const SHOWN = 8;
/** The number of fields whose old and new values are shown. */
const MOST_VALUES = 2;

/** The changes of one resource, or of all whose history the user may read. */
export function LatestCard({ resource: only }: { resource?: Resource }) {
  const { data, isError } = useChanges({ page: 1, perPage: SHOWN, filters: only ? ofResource(only.name) : null });
  const resources = useResources();
  const changes = data?.items.flatMap((change) => {
    const resource = resources.find(({ name }) => name === change.resource);
    return resource ? [{ change, resource }] : [];
  });
  return (
    <Card title={only ? m.overview_latest_of({ label: only.label }) : m.overview_latest()} wide>
      {isError && <CardNotice>{m.overview_failed()}</CardNotice>}
      {changes?.length === 0 && <CardNotice>{m.overview_latest_none()}</CardNotice>}
      {!isError && (
        <ol className={styles.changes}>
          {!changes &&
            Array.from({ length: SHOWN }, (_, row) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={row} className={styles.change} aria-hidden="true">
                <Skeleton round width={18} height={18} />
                <Skeleton width={`${45 + ((row * 13) % 40)}%`} />
              </li>
            ))}
          {changes?.map(({ change, resource }) => (
            <Latest key={`${change.at} ${idOf(change.record)}`} change={change} resource={resource} />
          ))}
        </ol>
      )}
      {changes && changes.length > 0 && (
        <Link className={styles.all} to={only ? feedOfResource(only.name) : paths.changes()}>
          {only ? m.changes_see_all_of({ nouns: only.nouns }) : m.changes_see_all()}
        </Link>
      )}
    </Card>
  );
}

function Latest({ change, resource }: { change: Change; resource: Resource }) {
  const may = useMay();
  const { at } = change;
  const to = addressOf(change, resource, may(resource, 'history'));
  const message = (
    <bdi>
      <Unbroken>{messageOf(change, resource)}</Unbroken>
    </bdi>
  );
  return (
    <li className={styles.change}>
      <ResourceIcon resource={resource} size={18} />
      <p className={styles.changeText}>{to ? <Link to={to}>{message}</Link> : message}</p>
      <time className={styles.when} dateTime={at} title={formatDateTime(at)}>
        {formatRelative(at)}
      </time>
      <div className={styles.values}>
        <ChangedValues change={change} resource={resource} most={MOST_VALUES} />
      </div>
    </li>
  );
}
