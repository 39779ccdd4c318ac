// `/inbox`: all entries of the user's inbox.
import { m } from '@mizan/ui-kit/messages';
import { useTitle } from '../title';
import InboxList from './inbox-list';
import styles from './inbox-page.module.css';

export function InboxPage() {
  useTitle(m.inbox_title());
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{m.inbox_title()}</h1>
        <p className={styles['lead']}>{m.inbox_lead()}</p>
      </header>
      <div className={styles['card']}>
        <InboxList />
      </div>
    </div>
  );
}
