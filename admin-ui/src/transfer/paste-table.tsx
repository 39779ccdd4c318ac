// A table that is pasted from a spreadsheet in place of a file.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useId, useState } from 'react';
import { FieldShell, noteId } from '../form/field-shell.tsx';
import styles from './mapping-list.module.css';

interface Props {
  busy: boolean;
  onTake: (file: File) => void;
}

export function PasteTable({ busy, onTake }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const take = () => {
    if (busy || text.trim() === '') return;
    onTake(new File([text], m.import_paste_name(), { type: 'text/plain' }));
    setOpen(false);
    setText('');
  };
  return (
    <div className={styles.paste}>
      <Button look="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {m.import_paste()}
      </Button>
      <div hidden={!open} className={styles.pasted}>
        <FieldShell id={id} label={m.import_paste_label()} hint={m.import_paste_hint()}>
          <textarea
            id={id}
            className={styles.text}
            rows={6}
            wrap="off"
            spellCheck={false}
            value={text}
            aria-describedby={noteId(id)}
            onChange={({ target }) => setText(target.value)}
          />
        </FieldShell>
        <Button look="secondary" aria-disabled={busy || text.trim() === ''} onClick={take}>
          {m.import_paste_use()}
        </Button>
      </div>
    </div>
  );
}
