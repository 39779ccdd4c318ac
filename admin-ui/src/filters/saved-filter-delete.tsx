// Asks before a saved filter is deleted, naming it.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useRef, useState } from 'react';
import { sentenceOf } from '../data/problems.ts';
import { useSavedFilterChanges, type SavedFilter } from '../data/saved-filters.ts';
import type { Resource } from '../document/resources.ts';
import { Confirm } from '../frame/confirm.tsx';
import styles from './saved-filters.module.css';

interface Props {
  resource: Resource;
  saved: SavedFilter;
  onClose: () => void;
}

export default function SavedFilterDelete({ resource, saved, onClose }: Props) {
  const changes = useSavedFilterChanges(resource);
  const [refused, setRefused] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const busy = useRef(false);

  const remove = async () => {
    if (busy.current) return;
    busy.current = true;
    setDeleting(true);
    setRefused(null);
    try {
      await changes.remove(saved.id);
      toast.success(m.saved_deleted({ name: saved.name }));
      onClose();
    } catch (error) {
      setRefused(sentenceOf(error, m.saved_delete_failed()));
    } finally {
      busy.current = false;
      setDeleting(false);
    }
  };

  return (
    <Confirm
      title={m.saved_delete_title()}
      confirm={deleting ? m.admin_deleting() : m.admin_delete()}
      cancel={m.admin_cancel()}
      danger
      busy={deleting}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p className={styles.question}>
        <bdi className={styles.named}>{saved.name}</bdi>{' '}
        {saved.shared ? m.saved_delete_shared_text() : m.saved_delete_text()}
      </p>
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </Confirm>
  );
}
