// Asks before a saved item is deleted.
import { Around } from '@mizan/ui-kit/around';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import styles from './saved.module.css';
import { useSavedChanges, type Saved, type SavedCollection } from './collection.ts';

interface Props {
  collection: SavedCollection;
  saved: Saved;
  onClose: () => void;
}

export default function SavedDelete({ collection, saved, onClose }: Props) {
  const changes = useSavedChanges(collection);
  const texts = collection.texts();
  const deleting = useSubmit({
    send: () => changes.remove(saved.id),
    onDone(there) {
      const { name } = saved;
      toast.success(there ? m.saved_deleted({ name }) : m.saved_already_deleted({ name }));
      onClose();
    },
    failed: texts.deleteFailed,
  });

  return (
    <FormDialog
      title={texts.deleteTitle}
      description={
        <Around message={saved.shared ? texts.deleteSharedText : texts.deleteText}>
          <bdi className={styles.named}>{saved.name}</bdi>
        </Around>
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
