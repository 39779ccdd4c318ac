// A saved item in the menu: a click applies it; a menu has more actions.
import { IconButton } from '@mizan/ui-kit/button';
import { Menu, MenuItem } from '@mizan/ui-kit/menu';
import { m } from '@mizan/ui-kit/messages';
import { Icon } from '../frame/icon.tsx';
import styles from './saved.module.css';
import { useMaySaved, type Saved, type SavedCollection } from './collection.ts';
import { useSends } from './subscriptions.ts';

export type SavedDeed = 'update' | 'rename' | 'default' | 'share' | 'index' | 'send' | 'delete';

interface Props {
  collection: SavedCollection;
  saved: Saved;
  /** It equals the current state. */
  inUse: boolean;
  /** There is a state that can replace it. */
  mayReplace: boolean;
  onApply: () => void;
  onDeed: (what: SavedDeed) => void;
}

export function SavedRow({ collection, saved, inUse, mayReplace, onApply, onDeed }: Props) {
  const may = useMaySaved(collection.permission);
  const update = saved.own && may('update');
  const remove = saved.own && may('delete');
  const sends = useSends(collection);
  const item = (what: SavedDeed, label: string, danger = false) => (
    <MenuItem key={what} danger={danger} onClick={() => onDeed(what)}>
      {label}
    </MenuItem>
  );
  return (
    <li className={styles.row}>
      <button type="button" className={styles.apply} aria-current={inUse || undefined} onClick={onApply}>
        <span className={styles.sign}>{inUse && <Icon name="check" size={18} />}</span>
        <span className={styles.text}>
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
      {(update || remove || sends) && (
        <Menu
          button={
            <IconButton aria-label={m.saved_actions({ name: saved.name })}>
              <Icon name="more" />
            </IconButton>
          }
        >
          {update && [
            ...(mayReplace && !inUse ? [item('update', collection.texts().update)] : []),
            item('rename', m.saved_rename()),
            item('default', saved.isDefault ? m.saved_end_default() : m.saved_make_default()),
            item('share', saved.shared ? m.saved_unshare() : m.saved_share()),
            ...(collection.onIndex
              ? [item('index', saved.onIndex ? m.explorer_views_off_index() : m.explorer_views_on_index())]
              : []),
          ]}
          {sends && item('send', m.subscribe())}
          {remove && item('delete', m.admin_delete(), true)}
        </Menu>
      )}
    </li>
  );
}
