// The state of a record as a badge. The text has the meaning; the dot only helps to tell states apart.
import type { ReactNode } from 'react';
import styles from './state-badge.module.css';

interface Props {
  /** Settled, blocked, pending, or past. */
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
