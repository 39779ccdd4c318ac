// The middle of the bar, into which a screen renders its breadcrumbs.
import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import styles from './bar.module.css';

/** The element in the bar, once it is mounted. */
export const BarMiddle = createContext<HTMLElement | null>(null);

/** `trail` goes from the outermost crumb to the screen itself. */
export function Crumbs({ trail }: { trail: { key: string; crumb: ReactNode }[] }) {
  const middle = useContext(BarMiddle);
  if (!middle) return null;
  return createPortal(
    <nav aria-label={m.estimator_crumbs()} className={styles['crumbs']}>
      <ol className={styles['trail']}>
        {trail.map(({ key, crumb }, index) => (
          <li key={key} className={styles['crumb']} aria-current={index === trail.length - 1 ? 'page' : undefined}>
            {crumb}
          </li>
        ))}
      </ol>
    </nav>,
    middle,
  );
}
