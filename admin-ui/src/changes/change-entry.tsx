// An entry of the feed: what happened as a sentence, which leads to the version in the record's history or to all records
// of the request, when, the old and new values, and a button that takes it back: restores what was before, undoes the
// whole request, or deletes what was created.
import { formatDateTime } from '@mizan/ui-kit/formats';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { useSession } from '@mizan/ui-kit/session';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { useId } from 'react';
import { Link } from 'react-router';
import { permitted, useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { UndoChange } from '../history/undo-change.tsx';
import { undoingOf } from '../history/undoing.ts';
import { addressOf } from './address.ts';
import ChangedValues from './changed-values.tsx';
import type { Change } from './changes-data.ts';
import styles from './changes.module.css';
import { messageOf } from './change-message.ts';
import { DeleteCreated } from './delete-created.tsx';
import { RestoreBefore } from './restore-before.tsx';

export function ChangeEntry({ change, resource }: { change: Change; resource: Resource }) {
  const may = useMay();
  const id = useId();
  const { action, before, count, requestId } = change;
  const { me } = useSession();
  const { operation, by } = undoingOf(resource, action);
  const undoes = requestId !== null && operation?.undoable && permitted(me, by);
  // The questions about one record show it. Restoring changes no field that only a verb writes.
  const restores = count === 1 && before && may(resource, 'restore') && (!undoes || action in resource.operations);
  const deletes = count === 1 && action === 'create' && may(resource, 'delete');
  const to = addressOf(change, resource, may(resource, 'history'));
  const message = (
    <bdi>
      <Unbroken>{messageOf(change, resource)}</Unbroken>
    </bdi>
  );
  return (
    <li className={styles.entry}>
      <ResourceIcon resource={resource} size={18} />
      <div className={styles.body}>
        <p id={id} className={styles.message}>
          {to ? <Link to={to}>{message}</Link> : message}
        </p>
        <ChangedValues change={change} resource={resource} />
      </div>
      {undoes && !restores && !deletes && <UndoChange {...{ resource, action }} request={requestId} describedBy={id} />}
      {restores && <RestoreBefore change={change} resource={resource} describedBy={id} />}
      {deletes && <DeleteCreated change={change} resource={resource} describedBy={id} />}
      <time className={styles.when} dateTime={change.at} title={formatDateTime(change.at)}>
        {formatRelative(change.at)}
      </time>
    </li>
  );
}
