// A screen with its header: breadcrumbs, title and actions.
import type { ComponentProps, ReactNode } from 'react';
import { Crumbs, type Crumb } from './crumbs.tsx';
import styles from './screen.module.css';

interface Props extends Omit<ComponentProps<'div'>, 'about' | 'title'> {
  title: ReactNode;
  /** What it is about, under the title. */
  about?: ReactNode;
  /** A text under these. */
  text?: ReactNode;
  /** The breadcrumbs; by default only the title. */
  crumbs?: Crumb[];
  /** What stands above the title. */
  above?: ReactNode;
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  /** Limited to the width of a form. */
  narrow?: boolean;
}

export function Screen({ title, about, text, crumbs, above, actions, narrow, className, children, ...props }: Props) {
  const own = typeof title === 'string' ? [{ label: title }] : [];
  const classes = [styles.screen, narrow && styles.narrow, className].filter(Boolean).join(' ');
  return (
    <div {...props} className={classes}>
      <Crumbs of={crumbs ?? own} />
      {above}
      <header className={styles.head}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          {about && <p className={styles.subtitle}>{about}</p>}
          {text && <p className={styles.subtitle}>{text}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
