// A screen with its head: where one is, what it is named, what can be done.
import type { ReactNode } from 'react';
import { Crumbs, type Crumb } from './crumbs.tsx';
import styles from './screen.module.css';

interface Props {
  title: ReactNode;
  /** A sentence under the title. */
  text?: ReactNode;
  /** Where one is; the title alone when nothing is said. */
  crumbs?: Crumb[];
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  /** As wide as a form. */
  narrow?: boolean;
  children?: ReactNode;
}

export function Screen({ title, text, crumbs, actions, narrow = false, children }: Props) {
  const own = typeof title === 'string' ? [{ label: title }] : [];
  return (
    <div className={narrow ? `${styles.screen} ${styles.narrow}` : styles.screen}>
      <Crumbs of={crumbs ?? own} />
      <header className={styles.head}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          {text !== undefined && <p className={styles.subtitle}>{text}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
