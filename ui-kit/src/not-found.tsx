// Page Not Found outside the protected area.
import { m } from '@mizan/ui-kit/messages';
import { ButtonLink } from './button';
import { Mark } from './mark';
import { paths } from './paths';
import { useTitle } from './title';
import styles from './notice.module.css';

export function NotFound() {
  useTitle(m.not_found_title());
  return (
    <main className={`${styles['page']} ${styles['full']}`}>
      <span className={styles['mark']}>
        <Mark size={40} />
      </span>
      <div className={styles['card']}>
        <h1 className={styles['title']}>{m.not_found_title()}</h1>
        <p className={styles['text']}>{m.not_found_text()}</p>
        <div className={styles['actions']}>
          <ButtonLink href={paths.start} look="secondary">
            {m.not_found_start()}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
