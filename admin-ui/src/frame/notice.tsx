// "There is nothing to show, and this is why": one calm block for empty lists, failed loads and missing records.
import type { ReactNode } from 'react';
import styles from './screen.module.css';

interface Props {
  title: string;
  text?: string;
  /** A failure is announced; that something is empty is only shown. */
  failure?: boolean;
  children?: ReactNode;
}

export function Notice({ title, text, failure, children }: Props) {
  return (
    <div className={styles.notice} role={failure ? 'alert' : undefined}>
      <h2 className={styles.noticeTitle}>{title}</h2>
      {text && <p className={styles.noticeText}>{text}</p>}
      {children && <div className={styles.noticeActions}>{children}</div>}
    </div>
  );
}
