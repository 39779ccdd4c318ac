// Asks before a record is deleted, naming it, and says in words why the server refuses.
import { m } from '@mizan/ui-kit/messages';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { useRef, useState } from 'react';
import { records } from '../data/data-provider.ts';
import { isStatus, sentenceOf } from '../data/problems.ts';
import { useRecord, useTell } from '../data/record.ts';
import { useMay } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { Confirm } from '../frame/confirm.tsx';
import styles from './record.module.css';
import { UNDO_OFFERED, undoDelete } from './undo-delete.ts';

interface Props {
  resource: Resource;
  id: string;
  /** What is known of it before its latest version is read. */
  record: Record<string, unknown>;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDialog({ resource, id, record, onClose, onDeleted }: Props) {
  const { data, refetch } = useRecord(resource, id);
  const tell = useTell(resource);
  const may = useMay();
  const [refused, setRefused] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const busy = useRef(false);
  const title = titleOf(resource, data?.record ?? record);

  const tellDeleted = () => {
    const text = m.admin_deleted({ singular: resource.singular });
    if (!may(resource, 'restore') || !may(resource, 'history')) toast.success(text);
    else
      toastWithAction(text, {
        label: m.undo(),
        run: () => void undoDelete(resource, id, tell),
        duration: UNDO_OFFERED,
      });
  };

  const remove = async () => {
    if (busy.current) return;
    busy.current = true;
    setDeleting(true);
    setRefused(null);
    try {
      // The version that is deleted is the one whose name stands in the question.
      const etag = data?.etag ?? (await records.view(resource, id)).etag;
      await records.remove(resource, id, etag);
      tellDeleted();
      onClose();
      onDeleted?.();
      tell.deleted(id);
    } catch (error) {
      if (isStatus(error, 404)) {
        toast(m.admin_deleted_already({ noun: resource.noun }));
        onClose();
        onDeleted?.();
        tell.deleted(id);
        return;
      }
      if (isStatus(error, 412)) await refetch();
      setRefused(
        isStatus(error, 412)
          ? m.admin_delete_conflict({ noun: resource.noun })
          : sentenceOf(error, m.admin_delete_failed({ noun: resource.noun })),
      );
    } finally {
      busy.current = false;
      setDeleting(false);
    }
  };

  return (
    <Confirm
      title={m.admin_delete_title({ noun: resource.noun })}
      confirm={deleting ? m.admin_deleting() : m.admin_delete()}
      cancel={m.admin_cancel()}
      danger
      busy={deleting}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p className={styles.question}>
        <bdi className={styles.named}>{title}</bdi> {m.admin_delete_text()}
      </p>
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </Confirm>
  );
}
