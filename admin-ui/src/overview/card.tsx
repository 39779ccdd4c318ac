// The frame of a card on the overview: title, link and content.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../frame/icon.tsx';
import styles from './overview.module.css';

interface Props {
  title: string;
  /** The link to the complete list. */
  to?: string | undefined;
  icon?: ReactNode;
  /** Spans two columns where there is room. */
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

/** A notice in place of a card's content. */
export function CardNotice({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}
