// Restores deleted records, one after the other, with the dialog that shows the progress and stops it.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Progress } from '@mizan/ui-kit/skeleton';
import { useEffect, useRef, useState } from 'react';
import { runEach, type Outcome } from '../bulk/run-each.ts';
import { errorMessage, isAtFields } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { toastFailure } from '../data/why.ts';
import type { Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { restoreVersion } from '../history/history-data.ts';
import type { Deleted } from './trash-data.ts';
import styles from './trash.module.css';

/** `onEnd` gets the records that are still deleted. */
export function useRestore(resource: Resource, onEnd: (left: string[]) => void) {
  const cache = useRecordCache(resource);
  const report = useUndoToast(resource);
  const [busy, setBusy] = useState<string | null>(null);
  const [run, setRun] = useState<{ step: number; total: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const { operations } = resource;

  const restore = async ({ _id: id, title, version }: Deleted) => {
    if (busy !== null || stop.current) return;
    setBusy(id);
    try {
      const restored = await restoreVersion(resource, id, version, undefined);
      report(m.trash_restored({ title }), restored, { operation: operations.restore, by: [operations.delete] });
      cache.saved(restored);
    } catch (error) {
      toastFailure(error, reasonOf(error));
      cache.refetch();
    } finally {
      setBusy(null);
    }
  };

  const restoreAll = async (records: Deleted[]) => {
    if (busy !== null || stop.current) return;
    const { signal } = (stop.current = new AbortController());
    const versions = new Map(records.map(({ _id, version }) => [_id, version]));
    setRun({ step: 0, total: records.length });
    const answers: object[] = [];
    const result = await runEach(
      records.map(({ _id, title }) => ({ id: _id, title })),
      async ({ id }) => answers.push(await restoreVersion(resource, id, versions.get(id) ?? 0, undefined)),
      { signal, onStep: (step) => setRun({ step, total: records.length }), reasonOf },
    );
    stop.current = undefined;
    setRun(null);
    cache.any();
    onEnd([...result.refused, ...result.left].map(({ id }) => id));
    if (result.done > 0)
      report(m.trash_restored_many({ count: result.done, shown: formatNumber(result.done) }), answers, {
        operation: operations.restore,
        by: [operations.delete],
      });
    if (result.refused.length > 0 || result.left.length > 0) setOutcome(result);
  };

  const progress = run && (
    <FormDialog
      title={m.trash_restoring()}
      busy
      cancel={null}
      aside={
        // The only button of the dialog.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        <Button look="secondary" autoFocus onClick={() => stop.current?.abort()}>
          {m.trash_stop()}
        </Button>
      }
      onClose={nothing}
    >
      <p role="status">{m.trash_progress({ count: formatNumber(run.step), total: formatNumber(run.total) })}</p>
      <Progress className={styles.progress} label={m.trash_restoring()} done={run.step / run.total} />
    </FormDialog>
  );
  return {
    restore,
    restoreAll: (records: Deleted[]) => void restoreAll(records),
    busy,
    progress,
    outcome,
    close: () => setOutcome(null),
  };
}

const nothing = () => {};

/** The server's message, with those of fields that are not valid any more. */
const reasonOf = (error: unknown): string => {
  const at = isAtFields(error) ? error.errors.map(({ message }) => message) : [];
  return [...new Set([errorMessage(error, m.trash_restore_failed()), ...at])].join(' ');
};
