// The Columns menu: chooses the visible columns. The title column is always visible.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { Popup } from '@mizan/ui-kit/popup';
import { useCallback, useId, useRef, useState } from 'react';
import { Icon } from '../frame/icon.tsx';
import styles from './columns-menu.module.css';
import tools from './tools.module.css';
import type { Columns } from './use-columns.ts';

export function ColumnsMenu({ columns }: { columns: Columns }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const title = useId();
  return (
    <>
      <Button
        ref={button}
        look="secondary"
        icon={<Icon name="columns" size={18} />}
        className={tools.tool}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={tools.word}>{m.admin_columns()}</span>
      </Button>
      {open && (
        <Popup anchor={button} align="end" role="dialog" aria-labelledby={title} onClose={close}>
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
        </Popup>
      )}
    </>
  );
}
