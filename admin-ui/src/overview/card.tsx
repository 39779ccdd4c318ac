// The frame of a card on the overview: what it is about, the way to the whole of it, and what it says.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../frame/icon.tsx';
import styles from './overview.module.css';

interface Props {
  title: string;
  /** Where all of it is. */
  to?: string | undefined;
  icon?: ReactNode;
  /** Takes two places where there is room. */
  wide?: boolean;
  children: ReactNode;
}

export function Card({ title, to, icon, wide = false, children }: Props) {
  return (
    <article className={styles.card} data-wide={wide || undefined}>
      <h2 className={styles.heading}>
        {icon}
        {to === undefined ? (
          title
        ) : (
          <Link to={to} className={styles.to}>
            {title}
            <Icon name="next" size={16} />
          </Link>
        )}
      </h2>
      {children}
    </article>
  );
}

/** In place of what a card would say. */
export function CardNotice({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}
