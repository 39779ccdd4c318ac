// The Export menu: downloads everything that the screen's query selects.
import { Button } from '@mizan/ui-kit/button';
import { Menu, MenuItem, MenuLine } from '@mizan/ui-kit/menu';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useState } from 'react';
import { exportQuery, type ExportQuery } from '../data/export-query.ts';
import { saveAs } from '../data/download.ts';
import { errorMessage } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
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
  const [busy, setBusy] = useState(false);
  const [marked, setMarked] = useState(marks);

  const items: ExportItem[] = [
    { label: m.export_csv(), ending: 'csv', load: () => load(exportQuery('csv', marked)) },
    { label: m.export_xlsx(), ending: 'xlsx', load: () => load(exportQuery('xlsx')) },
    ...more,
  ];
  const save = async (item: ExportItem) => {
    setBusy(true);
    try {
      saveAs(await item.load(), `${name}.${item.ending}`);
    } catch (error) {
      toastFailure(error, errorMessage(error, failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Menu
        button={
          <Button
            look="secondary"
            icon={busy ? <span className={styles.spin} /> : <Icon name="export" size={18} />}
            className={styles.tool}
            aria-disabled={busy}
          >
            <span className={styles.word}>{m.export_open()}</span>
          </Button>
        }
      >
        {items.map((item) => (
          <MenuItem key={item.ending} onClick={() => void save(item)}>
            {item.label}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem
          checked={marked}
          onClick={() => {
            marks = !marked;
            setMarked(marks);
          }}
        >
          {m.export_mark()}
        </MenuItem>
      </Menu>
      <span className={unseen.unseen} role="status">
        {busy && m.export_busy()}
      </span>
    </>
  );
}
