// The frame of the protected area: a slim bar with the way home and the visitor's own menu, and the screen below it.
import { Link, Outlet } from '@tanstack/react-router';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { paths } from '../paths';
import styles from './app-shell.module.css';

const CONTENT = 'content';

export function AppShell() {
  const { me } = useSession();
  return (
    <>
      <a className={styles['skip']} href={`#${CONTENT}`}>
        {m.nav_skip()}
      </a>
      <header className={styles['bar']}>
        <Link to={paths.home} className={styles['brand']}>
          <Mark size={26} />
          <span>{m.product_name()}</span>
        </Link>
        {me && <AccountMenu me={me} />}
      </header>
      <main id={CONTENT} tabIndex={-1} className={styles['content']}>
        <Outlet />
      </main>
    </>
  );
}
