// A screen with its header: breadcrumbs, title and actions.
import type { ReactNode } from 'react';
import { Crumbs, type Crumb } from './crumbs.tsx';
import styles from './screen.module.css';

interface Props {
  title: ReactNode;
  /** A text under the title. */
  text?: ReactNode;
  /** The breadcrumbs; by default only the title. */
  crumbs?: Crumb[];
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  /** Limited to the width of a form. */
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
