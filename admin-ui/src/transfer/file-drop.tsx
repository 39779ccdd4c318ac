// The drop zone and button that choose the file.
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useId, useRef, useState, type DragEvent } from 'react';
import { Icon } from '../frame/icon.tsx';
import styles from './import.module.css';

interface Props {
  file: File | null;
  problem: string | null;
  busy: boolean;
  onTake: (files: FileList | null) => void;
  onRemove: () => void;
}

const KINDS = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function FileDrop({ file, problem, busy, onTake, onRemove }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => !busy && event.dataTransfer.types.includes('Files');

  return (
    <div
      className={styles.drop}
      data-over={over || undefined}
      data-wrong={problem !== null || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onTake(event.dataTransfer.files);
      }}
    >
      <span className={styles.dropIcon}>
        <Icon name={file ? 'file' : 'upload'} />
      </span>
      <div className={styles.dropBody}>
        {file ? (
          <p className={styles.fileName}>
            <bdi>{file.name}</bdi> <span className={styles.fileSize}>{sizeOf(file.size)}</span>
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
      <input
        ref={input}
        type="file"
        hidden
        accept={KINDS}
        onChange={(event) => {
          onTake(event.target.files);
          // Allows choosing the same file again, corrected.
          event.target.value = '';
        }}
      />
      <Button
        ref={button}
        variant="outlined"
        aria-describedby={problem ? id : undefined}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) input.current?.click();
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

/** A file size for users: `12 KB`, `3.4 MB`. */
function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${formatNumber(kilobytes, 0)} KB` : `${formatNumber(kilobytes / 1024, 1)} MB`;
}
