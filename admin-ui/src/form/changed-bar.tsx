// Says in a form that another user has changed its record meanwhile. What was typed stays.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import type { LastChange } from '../data/last-change.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './changed-bar.module.css';

interface Props {
  /** Who, and when, if the user may know. */
  last: LastChange | undefined;
  onShow: () => void;
  onLater: () => void;
}

export function ChangedBar({ last, onShow, onLater }: Props) {
  const when = last && formatRelative(last.at);
  return (
    <div className={styles.bar} role="status">
      <Icon name="edit" size={18} />
      <p className={styles.text}>{last?.by && when ? m.live_changed_by({ name: last.by, when }) : m.live_changed()}</p>
      <div className={styles.buttons}>
        <Button look="secondary" onClick={onShow}>
          {m.live_show()}
        </Button>
        <Button look="quiet" onClick={onLater}>
          {m.live_later()}
        </Button>
      </div>
    </div>
  );
}
