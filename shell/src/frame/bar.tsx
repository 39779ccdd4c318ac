// The middle of the bar, into which a screen renders its breadcrumbs: all of them where there is room, and on a phone the
// way back alone, since the screen says what it is.
import { createContext, useContext } from 'react';
import { createPortal } from 'react-dom';
import { Link, type LinkProps } from '@tanstack/react-router';
import { m } from '@mizan/ui-kit/messages';
import { useMedia } from '@mizan/ui-kit/use-media';
import styles from './bar.module.css';

/** The element in the bar, once it is mounted. */
export const BarMiddle = createContext<HTMLElement | null>(null);

interface Crumb {
  name: string;
  /** Where it leads; the screen itself has none. */
  link?: Pick<LinkProps, 'to' | 'params'>;
}

/** `trail` goes from the outermost crumb to the screen itself. */
export function Crumbs({ trail }: { trail: Crumb[] }) {
  const middle = useContext(BarMiddle);
  const narrow = useMedia('(max-width: 47.99rem)');
  if (!middle) return null;
  const back = trail.findLastIndex(({ link }) => link !== undefined);
  return createPortal(
    <nav aria-label={m.nav_crumbs()} className={styles['crumbs']}>
      <ol className={styles['trail']}>
        {trail.map(({ name, link }, index) => (
          <li
            key={link?.to ?? 'here'}
            className={styles['crumb']}
            data-back={index === back || undefined}
            aria-current={index === trail.length - 1 ? 'page' : undefined}
          >
            {link ? (
              <Link {...link} aria-label={narrow && index === back ? m.nav_back_to({ name }) : undefined}>
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>,
    middle,
  );
}
