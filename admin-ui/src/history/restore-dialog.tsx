// Asks before an earlier state of a record comes back, showing what would change by it now.
import Skeleton from '@mui/material/Skeleton';
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { records } from '../data/data-provider.ts';
import { isStatus, sentenceOf } from '../data/problems.ts';
import { useTell } from '../data/record.ts';
import type { Resource } from '../document/resources.ts';
import { Confirm } from '../frame/confirm.tsx';
import { Changes } from './changes.tsx';
import { differences, writable } from './difference.ts';
import { restoreVersion } from './history-data.ts';
import styles from './restore-dialog.module.css';
import type { Version } from './version.ts';

interface Props {
  resource: Resource;
  id: string;
  version: Pick<Version, 'version' | 'after'>;
  onClose: () => void;
}

export function RestoreDialog({ resource, id, version, onClose }: Props) {
  // Read apart from the screen beneath, which goes on showing what it shows.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    queryKey: [resource.name, 'now', id],
    queryFn: ({ signal }) => records.view(resource, id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });
  const tell = useTell(resource);
  const intent = useIntent();
  const [refused, setRefused] = useState<string | null>(null);
  const [restoring, setRestoring] = useState(false);
  const busy = useRef(false);
  const deleted = isStatus(error, 404);
  const unknown = error !== null && !deleted;
  const now = deleted ? null : (data?.record ?? null);
  const ready = isFetchedAfterMount && !unknown;
  const all = ready ? differences(resource, now, version.after) : [];
  const changes = deleted ? all : writable(resource, all);
  const nothing = ready && !deleted && changes.length === 0;

  const restore = async () => {
    if (busy.current) return;
    busy.current = true;
    setRestoring(true);
    setRefused(null);
    try {
      const etag = deleted ? undefined : data?.etag;
      const restored = await intent.send(version.version, (key) =>
        restoreVersion(resource, id, version.version, etag, key),
      );
      tell.saved(restored);
      toast.success(
        deleted ? m.undo_done({ singular: resource.singular }) : m.history_restored_done({ number: version.version }),
      );
      onClose();
    } catch (problem) {
      if (isStatus(problem, 412)) await refetch();
      setRefused(
        isStatus(problem, 412) ? m.history_restore_conflict({ noun: resource.noun }) : refusal(problem, resource),
      );
    } finally {
      busy.current = false;
      setRestoring(false);
    }
  };

  return (
    <Confirm
      wide
      title={m.history_restore_title({ number: version.version })}
      confirm={restoring ? m.history_restoring() : m.history_restore_confirm()}
      cancel={m.admin_cancel()}
      busy={restoring}
      early={!ready}
      onConfirm={nothing || unknown ? undefined : () => void restore()}
      onCancel={onClose}
    >
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      {unknown && (
        <p className={styles.refused} role="alert">
          {sentenceOf(error, m.admin_fetch_failed({ noun: resource.noun }))}
        </p>
      )}
      {!ready && !unknown && <Skeleton variant="rounded" height={96} aria-label={m.admin_loading()} />}
      {ready && (
        <>
          <p>{textOf(resource, deleted, nothing)}</p>
          {changes.length > 0 && (
            <div className={styles.changes}>
              <Changes resource={resource} changes={changes} before={now} after={version.after} />
            </div>
          )}
        </>
      )}
    </Confirm>
  );
}

function textOf({ noun }: Resource, deleted: boolean, nothing: boolean): string {
  if (deleted) return m.history_restore_deleted_text({ noun });
  return nothing ? m.history_restore_same({ noun }) : m.history_restore_text({ noun });
}

/** Why it cannot come back: the sentence for all, and those of fields that no longer hold. */
function refusal(problem: unknown, resource: Resource): string {
  const sentence = sentenceOf(problem, m.history_restore_failed({ noun: resource.noun }));
  const at = isStatus(problem, 422) || isStatus(problem, 409) ? problem.errors.map(({ message }) => message) : [];
  return [...new Set([sentence, ...at])].join(' ');
}
