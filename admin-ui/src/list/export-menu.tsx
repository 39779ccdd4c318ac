// The Export menu: what the list shows, all pages of it, as a file.
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useState } from 'react';
import { records, type Asked, type ExportFormat } from '../data/data-provider.ts';
import { saveAs } from '../data/download.ts';
import { sentenceOf } from '../data/problems.ts';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './tools.module.css';

export function ExportMenu({ resource, asked }: { resource: Resource; asked: Asked }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async (format: ExportFormat) => {
    setAnchor(null);
    setBusy(true);
    try {
      saveAs(await records.export(resource, asked, format), `${resource.name}.${format}`);
    } catch (error) {
      toast.error(sentenceOf(error, m.export_failed({ label: resource.nouns })));
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
        // Within the screen, which is the landmark that it belongs to.
        container={() => document.querySelector('main')}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -4, horizontal: 'right' }}
      >
        <MenuItem onClick={() => void save('csv')}>{m.export_csv()}</MenuItem>
        <MenuItem onClick={() => void save('xlsx')}>{m.export_xlsx()}</MenuItem>
      </Menu>
      <span className={styles.unseen} role="status">
        {busy && m.export_busy()}
      </span>
    </>
  );
}
