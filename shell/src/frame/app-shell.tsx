// The frame of the protected area: a bar with the logo, breadcrumbs, what areas add, and the user menu, and the screen
// below.
import { useState } from 'react';
import { Link, Outlet } from '@tanstack/react-router';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import { InboxBell } from '@mizan/ui-kit/inbox-bell';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { permits, useSession } from '@mizan/ui-kit/session';
import type { Area } from '../area';
import { paths } from '../paths';
import { BarMiddle } from './bar';
import styles from './app-shell.module.css';

const CONTENT = 'content';

export function AppShell({ areas }: { areas: Area[] }) {
  const { me } = useSession();
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href={`#${CONTENT}`}>
        {m.nav_skip()}
      </a>
      <header className={styles['bar']}>
        <Link to={paths.home} className={styles['brand']} aria-label={m.nav_home({ product: product().name })}>
          <Mark size={26} />
          <span>{product().name}</span>
        </Link>
        <div ref={setMiddle} className={styles['middle']} />
        {me && areas.map(({ path, permission, Bar }) => Bar && permits(me, permission) && <Bar key={path} me={me} />)}
        {me && !me.viewedBy && <InboxBell key={`inbox ${me.user.id}`} />}
        {/* Another user starts afresh, without what this one has typed. */}
        {me && <AccountMenu key={me.user.id} me={me} />}
      </header>
      <main id={CONTENT} tabIndex={-1} className={styles['content']}>
        <BarMiddle value={middle}>
          <Outlet />
        </BarMiddle>
      </main>
    </div>
  );
}
