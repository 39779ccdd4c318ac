// A notice in place of content: for empty lists, failed requests and missing records.
import type { ReactNode } from 'react';
import styles from './screen.module.css';

interface Props {
  title: string;
  /** One paragraph, or several. */
  text?: string | string[];
  /** A failure is announced to screen readers. */
  failure?: boolean;
  /** It is the only content of the screen. */
  whole?: boolean;
  children?: ReactNode;
}

export function Notice({ title, text, failure, whole, children }: Props) {
  const Heading = whole ? 'h1' : 'h2';
  return (
    <div className={styles.notice} role={failure ? 'alert' : undefined}>
      <Heading className={styles.noticeTitle}>{title}</Heading>
      {[text ?? []].flat().map((paragraph) => (
        <p key={paragraph} className={styles.noticeText} dir="auto">
          {paragraph}
        </p>
      ))}
      {children && <div className={styles.noticeActions}>{children}</div>}
    </div>
  );
}
