// The chosen file, and the button that chooses one. A file can be dropped anywhere on the screen.
import { Button, IconButton } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useId, useRef } from 'react';
import { formatSize } from '../frame/file-size.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './import.module.css';

interface Props {
  file: File | null;
  problem: string | null;
  busy: boolean;
  /** A file is held over the screen. */
  over: boolean;
  onChoose: () => void;
  onRemove: () => void;
}

export function FileDrop({ file, problem, busy, over, onChoose, onRemove }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.drop} data-over={over || undefined} data-wrong={problem !== null || undefined}>
      <span className={styles.dropIcon}>
        <Icon name={file ? 'file' : 'upload'} />
      </span>
      <div className={styles.dropBody}>
        {file ? (
          <p className={styles.fileName}>
            <bdi>{file.name}</bdi> <span className={styles.fileSize}>{formatSize(file.size)}</span>
          </p>
        ) : (
          <p className={styles.dropText}>{m.import_drop()}</p>
        )}
        {problem && (
          <p id={id} className={styles.wrong} role="alert">
            {problem}
          </p>
        )}
      </div>
      <Button
        look={file ? 'secondary' : 'primary'}
        ref={button}
        aria-describedby={problem ? id : undefined}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) onChoose();
        }}
      >
        {file ? m.import_choose_other() : m.import_choose()}
      </Button>
      {file && (
        <IconButton
          aria-label={m.import_file_remove()}
          aria-disabled={busy}
          onClick={() => {
            if (busy) return;
            onRemove();
            button.current?.focus();
          }}
        >
          <Icon name="close" size={18} />
        </IconButton>
      )}
    </div>
  );
}
