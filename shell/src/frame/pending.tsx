// The loading indicator of a slow screen: a thin line at the top.
import { m } from '@mizan/ui-kit/messages';
import styles from './pending.module.css';

export function Pending() {
  return <div className={styles['line']} role="progressbar" aria-label={m.loading()} />;
}
