// Asks before an earlier version is restored, and shows what would change compared with the current one.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { useGetOne } from 'ra-core';
import { etagOf, type Loaded } from '../data/data-provider.ts';
import { isStatus, errorMessage } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import type { Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { ChangeList } from './change-list.tsx';
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

/** A query of its own, so that the screen below does not change. */
const NOW = { now: true };
const ONCE = { staleTime: 0, gcTime: 0, refetchOnMount: 'always', retry: false } as const;

export function RestoreDialog({ resource, id, version, onClose }: Props) {
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<Loaded>(resource.name, { id, meta: NOW }, ONCE);
  const cache = useRecordCache(resource);
  const report = useUndoToast(resource);
  const deleted = isStatus(error, 404);
  const unknown = error !== null && !deleted;
  const now = deleted ? null : (data ?? null);
  const ready = isFetchedAfterMount && !unknown;
  const all = ready ? differences(resource, now, version.after) : [];
  const changes = deleted ? all : writable(resource, all);
  const nothing = ready && !deleted && changes.length === 0;

  const restoring = useSubmit({
    send: (number: number, key) => restoreVersion(resource, id, number, deleted ? undefined : etagOf(data), key),
    onDone(restored) {
      cache.saved(restored);
      const { singular, operations } = resource;
      report(deleted ? m.undo_restored({ singular }) : m.history_restored_done({ number: version.version }), restored, {
        operation: operations.restore,
        by: [deleted ? operations.delete : operations.update],
      });
      onClose();
    },
    async onError(problem) {
      if (!isStatus(problem, 412)) return { failure: refusal(problem, resource) };
      await refetch();
      return { failure: m.history_restore_conflict({ noun: resource.noun }) };
    },
    failed: m.history_restore_failed({ noun: resource.noun }),
  });
  const submit = { label: m.history_restore_confirm(), busy: m.history_restoring(), early: !ready };

  return (
    <FormDialog
      size="medium"
      title={m.history_restore_title({ number: version.version })}
      submit={nothing || unknown ? undefined : submit}
      question
      busy={restoring.busy}
      why={restoring.why}
      failure={
        restoring.failure ?? (unknown ? errorMessage(error, m.admin_fetch_failed({ noun: resource.noun })) : undefined)
      }
      onSubmit={() => void restoring.submit(version.version)}
      onClose={onClose}
    >
      {!ready && !unknown && <Skeleton height={96} aria-label={m.admin_loading()} />}
      {ready && (
        <>
          <p>{textOf(resource, deleted, nothing)}</p>
          {changes.length > 0 && (
            <div className={styles.changes}>
              <ChangeList resource={resource} changes={changes} before={now} after={version.after} />
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}

function textOf({ noun }: Resource, deleted: boolean, nothing: boolean): string {
  if (deleted) return m.history_restore_deleted_text({ noun });
  return nothing ? m.history_restore_same({ noun }) : m.history_restore_text({ noun });
}

/** Why the record cannot be restored: the server's message, and those of fields that are no longer valid. */
function refusal(problem: unknown, resource: Resource): string {
  const summary = errorMessage(problem, m.history_restore_failed({ noun: resource.noun }));
  const at = isStatus(problem, 422) || isStatus(problem, 409) ? problem.errors.map(({ message }) => message) : [];
  return [...new Set([summary, ...at])].join(' ');
}
