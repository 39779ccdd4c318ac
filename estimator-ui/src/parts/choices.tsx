// One of a few views of the same screen, each at an address of its own: a row of links, the one that is shown marked.
import type { ReactNode } from 'react';
import styles from './choices.module.css';

/** `children` are links with the class that `choiceClass` names; the router marks the one that is current. */
export function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles['choices']}>
      {children}
    </nav>
  );
}

export const choiceClass = styles['choice'] ?? '';
