// Asks before something saved is deleted, naming it.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import styles from './saved.module.css';
import { useSavedChanges, type Saved, type Shelf } from './shelf.ts';

interface Props {
  shelf: Shelf;
  saved: Saved;
  onClose: () => void;
}

export default function SavedDelete({ shelf, saved, onClose }: Props) {
  const changes = useSavedChanges(shelf);
  const words = shelf.words();
  const deleting = useSubmit({
    send: () => changes.remove(saved.id),
    onDone(there) {
      const { name } = saved;
      toast.success(there ? m.saved_deleted({ name }) : m.saved_gone({ name }));
      onClose();
    },
    failed: words.deleteFailed,
  });

  return (
    <FormDialog
      title={words.deleteTitle}
      description={
        <>
          <bdi className={styles.named}>{saved.name}</bdi> {saved.shared ? words.deleteSharedText : words.deleteText}
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
