// Links to the views of a screen, each with a URL of its own; the current one is marked.
import type { ReactNode } from 'react';
import styles from './choices.module.css';

/** `children` are links with the class `choiceClass`; the router marks the active one. */
export function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles['choices']}>
      {children}
    </nav>
  );
}

export const choiceClass = styles['choice'] ?? '';
