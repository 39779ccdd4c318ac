// What is shown when a screen takes longer than a moment: one thin line at the top, and nothing that moves later.
import { m } from '@mizan/ui-kit/messages';
import styles from './pending.module.css';

export function Pending() {
  return <div className={styles['line']} role="progressbar" aria-label={m.loading()} />;
}
