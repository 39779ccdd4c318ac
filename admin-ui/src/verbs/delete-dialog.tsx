// Asks before a record is deleted, or its deletion proposed, and shows why the server rejects it.
import { Around } from '@mizan/ui-kit/around';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { toast } from '@mizan/ui-kit/toaster';
import { useState } from 'react';
import { useDelete } from 'ra-core';
import { etagOf } from '../data/data-provider.ts';
import { isStatus } from '../data/problems.ts';
import { Proposed } from '../data/proposed.ts';
import { useRecord, useRecordCache } from '../data/record.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { useProposes } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { orProposed, useReportProposed } from '../form/use-proposed.ts';
import { useSubmit } from '../form/use-submit.ts';
import { Referring } from './referring.tsx';
import styles from './verbs.module.css';

interface Props {
  resource: Resource;
  id: string;
  /** The record as the caller knows it, until the latest version is loaded. */
  record: Record<string, unknown>;
  onClose: () => void;
  onDeleted?: () => void;
}

export default function DeleteDialog({ resource, id, record, onClose, onDeleted }: Props) {
  const { record: latest, refetch } = useRecord(resource, id);
  const [deleteOne] = useDelete(resource.name, {}, { returnPromise: true });
  const cache = useRecordCache(resource);
  const report = useUndoToast(resource);
  const proposes = useProposes(resource, 'delete');
  const reportProposed = useReportProposed();
  const [referred, setReferred] = useState(false);
  const title = titleOf(resource, latest ?? record);

  const handleDeleted = () => {
    onClose();
    onDeleted?.();
  };
  const deleting = useSubmit<void, object>({
    // Deletes the version that the question names, once it is loaded.
    send: async () => {
      const named = latest ?? (await refetch({ throwOnError: true, cancelRefetch: false })).data;
      return orProposed(deleteOne(undefined, { id, meta: { etag: etagOf(named) } }));
    },
    onDone(deleted) {
      if (deleted instanceof Proposed) {
        reportProposed(deleted);
        onClose();
        return;
      }
      const { singular, operations } = resource;
      report(m.admin_deleted({ singular }), deleted, {
        operation: operations.delete,
        by: [operations.restore],
        undone: m.undo_restored({ singular }),
      });
      handleDeleted();
    },
    async onError(error) {
      if (isStatus(error, 404)) {
        toast(m.admin_deleted_already({ noun: resource.noun }));
        handleDeleted();
        cache.deleted(id);
        return null;
      }
      setReferred(isStatus(error, 409));
      if (!isStatus(error, 412)) return undefined;
      await refetch();
      return { failure: m.admin_delete_conflict({ noun: resource.noun }) };
    },
    failed: m.admin_delete_failed({ noun: resource.noun }),
  });

  return (
    <FormDialog
      title={
        proposes ? m.propose_deletion_title({ noun: resource.noun }) : m.admin_delete_title({ noun: resource.noun })
      }
      description={
        <Around
          message={(place) =>
            proposes ? m.propose_deletion_text({ title: place }) : m.admin_delete_text({ title: place })
          }
        >
          <bdi className={styles.named}>
            <Unbroken>{title}</Unbroken>
          </bdi>
        </Around>
      }
      submit={
        proposes
          ? { label: m.propose_deletion(), busy: m.proposing() }
          : { label: m.admin_delete(), busy: m.admin_deleting(), danger: true }
      }
      question
      busy={deleting.busy}
      why={deleting.why}
      failure={deleting.failure}
      onSubmit={() => void deleting.submit()}
      onClose={onClose}
      failureLinks={referred && <Referring resource={resource} ids={[id]} onLeave={onClose} />}
    />
  );
}
