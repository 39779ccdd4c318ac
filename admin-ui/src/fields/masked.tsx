// In place of a value that the reader may not see.
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { Icon } from '../frame/icon.tsx';
import styles from './value.module.css';

export function Masked() {
  return (
    <span className={styles.masked} title={m.rules_masked()}>
      <Icon name="locked" size={14} />
      <span aria-hidden="true">{m.rules_masked_short()}</span>
      <span className={unseen.unseen}>{m.rules_masked()}</span>
    </span>
  );
}
