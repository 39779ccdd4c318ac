// An entry of the feed: what happened as a sentence, which leads to the record's history or to all records of the
// request, when, and the old and new values.
import { formatDateTime, formatRelative } from '@mizan/ui-kit/formats';
import { Link } from 'react-router';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { ChangeList } from '../history/change-list.tsx';
import { differences } from '../history/difference.ts';
import { paths } from '../paths.ts';
import { feedOfRequest, type Change } from './changes-data.ts';
import styles from './changes.module.css';
import { sentenceOf } from './sentence.ts';

export function ChangeEntry({ change, resource }: { change: Change; resource: Resource }) {
  const may = useMay();
  const to = addressOf(change, resource, may(resource, 'history'));
  const sentence = <bdi>{sentenceOf(change, resource)}</bdi>;
  return (
    <li className={styles.entry}>
      <ResourceIcon resource={resource} size={18} />
      <div className={styles.body}>
        <p className={styles.sentence}>{to ? <Link to={to}>{sentence}</Link> : sentence}</p>
        <ChangedValues change={change} resource={resource} />
      </div>
      <time className={styles.when} dateTime={change.at} title={formatDateTime(change.at)}>
        {formatRelative(change.at)}
      </time>
    </li>
  );
}

/** Of many records the entries of each, of one its history. */
export function addressOf(
  { count, requestId, record }: Change,
  { area, name }: Resource,
  mayOpen: boolean,
): string | undefined {
  if (count > 1) return requestId === null ? undefined : feedOfRequest(requestId, name);
  return mayOpen ? paths.history(area, name, record._id) : undefined;
}

/** The old and new values of an update of one record; at most so many. */
export function ChangedValues({ change, resource, most }: { change: Change; resource: Resource; most?: number }) {
  const { before, after, count } = change;
  if (count > 1 || !before || !after) return null;
  const changes = differences(resource, before, after).slice(0, most);
  if (changes.length === 0) return null;
  return <ChangeList resource={resource} changes={changes} before={before} after={after} />;
}
