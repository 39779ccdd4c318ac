// The state of a record as a quiet badge: the word says it, the dot only tells states apart.
import type { ReactNode } from 'react';
import styles from './state-badge.module.css';

interface Props {
  /** Good and settled, kept out, still to be decided, or over. */
  tone: 'done' | 'danger' | 'open' | 'over';
  children: ReactNode;
}

export function StateBadge({ tone, children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
