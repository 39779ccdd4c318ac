// Asks before a saved filter is deleted, naming it.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useSavedFilterChanges, type SavedFilter } from '../data/saved-filters.ts';
import type { Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import styles from './saved-filters.module.css';

interface Props {
  resource: Resource;
  saved: SavedFilter;
  onClose: () => void;
}

export default function SavedFilterDelete({ resource, saved, onClose }: Props) {
  const changes = useSavedFilterChanges(resource);
  const deleting = useSubmit({
    send: () => changes.remove(saved.id),
    onDone() {
      toast.success(m.saved_deleted({ name: saved.name }));
      onClose();
    },
    failed: m.saved_delete_failed(),
  });

  return (
    <FormDialog
      title={m.saved_delete_title()}
      description={
        <>
          <bdi className={styles.named}>{saved.name}</bdi>{' '}
          {saved.shared ? m.saved_delete_shared_text() : m.saved_delete_text()}
        </>
      }
      submit={{ label: m.admin_delete(), busy: m.admin_deleting(), danger: true }}
      question
      busy={deleting.busy}
      failure={deleting.failure}
      onSubmit={() => void deleting.submit()}
      onClose={onClose}
    />
  );
}
