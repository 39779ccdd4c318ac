// The newest entries of the inbox, below its button.
import { m } from '@mizan/ui-kit/messages';
import { paths } from '../paths';
import { Popup, type Anchor } from '../popup';
import InboxList from './inbox-list';
import styles from './inbox.module.css';

interface Props {
  anchor: Anchor;
  onFollow: ((address: string) => void) | undefined;
  onClose: () => void;
}

export default function InboxPanel({ anchor, onFollow, onClose }: Props) {
  return (
    <Popup
      anchor={anchor}
      align="end"
      role="dialog"
      aria-label={m.inbox_title()}
      className={styles['panel']}
      onClose={onClose}
    >
      <div className={styles['panelHead']}>
        <h2 className={styles['panelTitle']}>{m.inbox_title()}</h2>
        <a href={paths.inbox}>{m.inbox_whole()}</a>
      </div>
      <InboxList
        onFollow={
          onFollow &&
          ((address) => {
            onClose();
            onFollow(address);
          })
        }
      />
    </Popup>
  );
}
