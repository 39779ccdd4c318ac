// Files that are being uploaded, and rejected ones with the reason.
import { IconButton } from '@mizan/ui-kit/button';
import { Progress } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { X } from 'lucide-react';
import styles from './media.module.css';
import type { Upload } from './use-uploads.ts';

export function UploadList({ uploads, onDismiss }: { uploads: Upload[]; onDismiss: (key: number) => void }) {
  if (uploads.length === 0) return null;
  const current = uploads.find(({ reason }) => reason === undefined);
  return (
    <ul className={styles.uploads} aria-live="polite" data-uploading={current ? true : undefined}>
      {uploads.map(({ key, file, reason }) => (
        <li key={key} className={styles.upload} data-refused={reason === undefined ? undefined : true}>
          <span className={styles.uploadText}>
            <bdi className={styles.fileName}>{file.name}</bdi>
            <span>{reason ?? (key === current?.key ? m.admin_images_uploading() : m.admin_images_waiting())}</span>
          </span>
          {reason !== undefined && (
            <IconButton aria-label={m.admin_images_dismiss({ name: file.name })} onClick={() => onDismiss(key)}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          )}
          {key === current?.key && (
            <Progress className={styles.progress} label={m.admin_images_uploading_of({ name: file.name })} />
          )}
        </li>
      ))}
    </ul>
  );
}
