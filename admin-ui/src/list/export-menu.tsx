// The Export menu: downloads everything that the screen's query selects.
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useState } from 'react';
import { exportQuery, type ExportQuery } from '../data/export-query.ts';
import { saveAs } from '../data/download.ts';
import { errorMessage } from '../data/problems.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './tools.module.css';

interface Props {
  /** The file name without its extension. */
  name: string;
  /** The message when the export fails and the server gives none. */
  failed: string;
  load: (query: ExportQuery) => Promise<Blob>;
  /** Further formats. */
  more?: ExportItem[] | undefined;
}

export interface ExportItem {
  label: string;
  ending: string;
  load: () => Promise<Blob>;
}

/** Stays as it was chosen until the page is loaded again. */
let marks = true;

export function ExportMenu({ name, failed, load, more = [] }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const [marked, setMarked] = useState(marks);

  const items: ExportItem[] = [
    { label: m.export_csv(), ending: 'csv', load: () => load(exportQuery('csv', marked)) },
    { label: m.export_xlsx(), ending: 'xlsx', load: () => load(exportQuery('xlsx')) },
    ...more,
  ];
  const save = async (item: ExportItem) => {
    setAnchor(null);
    setBusy(true);
    try {
      saveAs(await item.load(), `${name}.${item.ending}`);
    } catch (error) {
      toast.error(errorMessage(error, failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        variant="outlined"
        className={styles.tool ?? ''}
        startIcon={busy ? <span className={styles.spin} /> : <Icon name="export" size={18} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-disabled={busy}
        onClick={(event) => !busy && setAnchor(event.currentTarget)}
      >
        <span className={styles.word}>{m.export_open()}</span>
      </Button>
      <Menu
        open={anchor !== null}
        // Within the main landmark.
        container={() => document.querySelector('main')}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -4, horizontal: 'right' }}
      >
        {items.map((item) => (
          <MenuItem key={item.ending} onClick={() => void save(item)}>
            {item.label}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={marked}
          onClick={() => {
            marks = !marked;
            setMarked(marks);
          }}
        >
          <span className={styles.checked}>{marked && <Icon name="check" size={18} />}</span>
          {m.export_mark()}
        </MenuItem>
      </Menu>
      <span className={styles.unseen} role="status">
        {busy && m.export_busy()}
      </span>
    </>
  );
}
