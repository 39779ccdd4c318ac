// The breadcrumbs in the bar above the screen; each screen defines its own.
import { createContext, Fragment, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { m } from '@mizan/ui-kit/messages';
import { useTitle } from '@mizan/ui-kit/title';
import styles from './crumbs.module.css';
import { useFocusOnScreen } from './focus.ts';

export const FrameBarContext = createContext<HTMLElement | null>(null);

export interface Crumb {
  label: string;
  to?: string;
}

/** The last crumb is the screen itself, and the title of the browser tab. */
export function Crumbs({ of }: { of: Crumb[] }) {
  const bar = use(FrameBarContext);
  useTitle(of.at(-1)?.label);
  useFocusOnScreen();
  if (!bar) return null;
  return createPortal(
    <nav aria-label={m.admin_crumbs()}>
      <ol className={styles.crumbs}>
        {of.map(({ label, to }, index) => (
          <Fragment key={to ?? label}>
            {index > 0 && (
              <li className={styles.between} aria-hidden="true">
                /
              </li>
            )}
            <li className={styles.crumb}>{crumb(label, to)}</li>
          </Fragment>
        ))}
      </ol>
    </nav>,
    bar,
  );
}

function crumb(label: string, to: string | undefined): ReactNode {
  if (to) {
    return (
      <Link to={to} className={styles.link} dir="auto">
        {label}
      </Link>
    );
  }
  return (
    <span className={styles.here} aria-current="page" dir="auto">
      {label}
    </span>
  );
}
