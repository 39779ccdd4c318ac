// "There is nothing to show, and this is why": one calm block for empty lists, failed loads and missing records.
import type { ReactNode } from 'react';
import styles from './screen.module.css';

interface Props {
  title: string;
  text?: string;
  /** A failure is announced; that something is empty is only shown. */
  failure?: boolean;
  /** It is all that the screen shows. */
  whole?: boolean;
  children?: ReactNode;
}

export function Notice({ title, text, failure, whole, children }: Props) {
  const Heading = whole ? 'h1' : 'h2';
  return (
    <div className={styles.notice} role={failure ? 'alert' : undefined}>
      <Heading className={styles.noticeTitle}>{title}</Heading>
      {text && <p className={styles.noticeText}>{text}</p>}
      {children && <div className={styles.noticeActions}>{children}</div>}
    </div>
  );
}
