// One saved filter in the menu: its name applies it, the menu at its end changes it when it is one's own.
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { m } from '@mizan/ui-kit/messages';
import { useState } from 'react';
import { useMaySaved, type SavedFilter } from '../data/saved-filters.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './saved-filters.module.css';

export type SavedFilterDeed = 'update' | 'rename' | 'default' | 'share' | 'delete';

interface Props {
  saved: SavedFilter;
  /** The list is filtered by exactly this. */
  inUse: boolean;
  mayUpdateFilters: boolean;
  onApply: () => void;
  onDeed: (what: SavedFilterDeed) => void;
}

export function SavedFilterRow({ saved, inUse, mayUpdateFilters, onApply, onDeed }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const may = useMaySaved();
  const update = saved.own && may('update');
  const remove = saved.own && may('delete');
  const item = (what: SavedFilterDeed, label: string, danger = false) => (
    <MenuItem
      key={what}
      className={danger ? (styles.danger ?? '') : ''}
      onClick={() => {
        setAnchor(null);
        onDeed(what);
      }}
    >
      {label}
    </MenuItem>
  );
  return (
    <li className={styles.row}>
      <button type="button" className={styles.apply} aria-current={inUse || undefined} onClick={onApply}>
        <span className={styles.sign}>{inUse && <Icon name="check" size={18} />}</span>
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {saved.name}
          </span>
          {(saved.description || !saved.own) && (
            <span className={styles.about} dir="auto">
              {saved.description || m.saved_by({ name: saved.owner.name })}
            </span>
          )}
        </span>
        {saved.own && saved.isDefault && <span className={styles.badge}>{m.saved_default()}</span>}
        {saved.own && saved.shared && <span className={styles.badge}>{m.saved_is_shared()}</span>}
      </button>
      {(update || remove) && (
        <IconButton
          size="small"
          aria-label={m.saved_actions({ name: saved.name })}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="more" />
        </IconButton>
      )}
      {anchor && (
        <Menu
          open
          // Within the list of filters, which would otherwise lie over it.
          container={() => anchor.closest('[role="dialog"]')}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          {update && [
            ...(mayUpdateFilters && !inUse ? [item('update', m.saved_update())] : []),
            item('rename', m.saved_rename()),
            item('default', saved.isDefault ? m.saved_end_default() : m.saved_make_default()),
            item('share', saved.shared ? m.saved_unshare() : m.saved_share()),
          ]}
          {remove && item('delete', m.admin_delete(), true)}
        </Menu>
      )}
    </li>
  );
}
