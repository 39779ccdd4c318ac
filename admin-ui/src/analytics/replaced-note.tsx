// A word about what the address said that is not possible here.
import { m } from '@mizan/ui-kit/messages';
import IconButton from '@mui/material/IconButton';
import { Icon } from '../frame/icon.tsx';
import styles from './explorer.module.css';
import type { Replaced } from './use-view.ts';
import { listOf } from './view.ts';

/** As much of a value as tells which it was. */
const SHOWN = 60;

export function ReplacedNote({ replaced, onClose }: { replaced: Replaced[]; onClose: () => void }) {
  if (replaced.length === 0) return null;
  const said = replaced.map(({ name, value }) => {
    const short = value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;
    return m.explorer_replaced_one({ name, value: short });
  });
  return (
    <div className={styles.replaced} role="status">
      <p dir="auto">{m.explorer_replaced({ list: listOf(said) })}</p>
      <IconButton size="small" aria-label={m.explorer_replaced_close()} onClick={onClose}>
        <Icon name="close" size={18} />
      </IconButton>
    </div>
  );
}
