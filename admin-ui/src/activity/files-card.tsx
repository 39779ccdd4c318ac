// The files of a record: added by a button or dropped, downloaded, deleted after a question.
import { Button, IconButton } from '@mizan/ui-kit/button';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useRef, useState } from 'react';
import { errorMessage } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { formatSize } from '../frame/file-size.ts';
import { Icon } from '../frame/icon.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { useDrop } from '../frame/use-drop.ts';
import { UploadList } from '../media/upload-list.tsx';
import { useUploads } from '../media/use-uploads.ts';
import type { ActivityChanges, StoredFile } from './activity-data.ts';
import styles from './activity.module.css';

/** The file dialog's filter; the server judges the content. */
const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.webp,.docx,.xlsx';

interface Props {
  files: StoredFile[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  changes: ActivityChanges;
  adds: boolean;
  deletes: boolean;
}

export function FilesCard({ files, error, onRetry, changes, adds, deletes }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [deleted, setDeleted] = useState<StoredFile | null>(null);
  const { uploads, busy, add, dismiss } = useUploads(changes.upload, ({ name }) => {
    changes.refetchFiles();
    toast.success(m.files_added({ name }));
  });
  const { over, target } = useDrop(!adds, (taken) => add(taken));
  const download = async (file: StoredFile) => {
    try {
      await changes.download(file);
    } catch (failure) {
      toastFailure(failure, errorMessage(failure, m.files_download_failed({ name: file.name })));
    }
  };
  return (
    <section className={styles.card} aria-labelledby={id} data-over={over || undefined} {...(adds ? target : {})}>
      <div className={styles.cardHead}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.cardTitle}>
          {m.files_title()}
        </h2>
        {adds && (
          <>
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              accept={ACCEPTED}
              onChange={({ target: input }) => {
                add(input.files ?? []);
                input.value = '';
              }}
            />
            <Button look="secondary" busy={busy} onClick={() => chooser.current?.click()}>
              <Icon name="upload" size={18} />
              {m.files_add()}
            </Button>
          </>
        )}
      </div>
      <UploadList uploads={uploads} onDismiss={dismiss} />
      {error !== null && files === undefined && <NotLoaded title={m.files_failed()} error={error} onRetry={onRetry} />}
      {files?.length === 0 && <p className={styles.none}>{adds ? m.files_none_add() : m.files_none()}</p>}
      {files && files.length > 0 && (
        <ul className={styles.files} aria-labelledby={id}>
          {files.map((file) => (
            <li key={file.id} className={styles.file}>
              <Icon name="file" />
              <span className={styles.fileBody}>
                <button type="button" className={styles.fileName} onClick={() => void download(file)}>
                  <bdi>{file.name}</bdi>
                </button>
                <span className={styles.about}>
                  <span>{formatSize(file.size)}</span>
                  <span aria-hidden="true">·</span>
                  <bdi>{file.by?.name ?? m.history_somebody()}</bdi>
                  <span aria-hidden="true">·</span>
                  <time dateTime={file.createdAt} title={formatDateTime(file.createdAt)}>
                    {formatRelative(file.createdAt)}
                  </time>
                </span>
              </span>
              <IconButton aria-label={m.files_download({ name: file.name })} onClick={() => void download(file)}>
                <Icon name="download" size={18} />
              </IconButton>
              {deletes && (
                <IconButton aria-label={m.files_delete({ name: file.name })} onClick={() => setDeleted(file)}>
                  <Icon name="remove" size={18} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {deleted && (
        <DeleteFile
          name={deleted.name}
          onDelete={() => changes.removeFile(deleted.id)}
          onDeleted={() => heading.current?.focus()}
          onClose={() => setDeleted(null)}
        />
      )}
    </section>
  );
}

interface DeleteProps {
  name: string;
  onDelete: () => Promise<void>;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteFile({ name, onDelete, onDeleted, onClose }: DeleteProps) {
  const deleting = useSubmit({
    send: onDelete,
    onDone() {
      toast.success(m.files_deleted({ name }));
      onClose();
      onDeleted();
    },
    failed: m.files_delete_failed({ name }),
  });
  return (
    <FormDialog
      question
      title={m.files_delete_title()}
      description={m.files_delete_text({ name })}
      submit={{ label: m.admin_delete(), busy: m.admin_deleting(), danger: true }}
      busy={deleting.busy}
      failure={deleting.failure}
      onSubmit={() => void deleting.submit()}
      onClose={onClose}
    />
  );
}
