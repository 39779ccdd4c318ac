// The Columns menu: chooses the visible columns. The title column is always visible.
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { m } from '@mizan/ui-kit/messages';
import { useId, useState } from 'react';
import { Icon } from '../frame/icon.tsx';
import styles from './columns-menu.module.css';
import tools from './tools.module.css';
import type { Columns } from './use-columns.ts';

export function ColumnsMenu({ columns }: { columns: Columns }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = useId();
  return (
    <>
      <Button
        variant="outlined"
        className={tools.tool ?? ''}
        startIcon={<Icon name="columns" size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={tools.word}>{m.admin_columns()}</span>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -4, horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title } }}
      >
        <div className={styles.menu}>
          <div className={styles.head}>
            <h2 id={title} className={styles.title}>
              {m.admin_column_visibility()}
            </h2>
            {columns.changed && (
              <button type="button" className={styles.reset} onClick={columns.reset}>
                {m.admin_columns_reset()}
              </button>
            )}
          </div>
          {columns.all.map((column) => (
            <label key={column.field} className={styles.choice} data-fixed={!column.hideable || undefined}>
              <input
                type="checkbox"
                checked={columns.isShown(column)}
                disabled={!column.hideable}
                onChange={() => columns.toggle(column)}
              />
              {column.label}
            </label>
          ))}
        </div>
      </Popover>
    </>
  );
}
