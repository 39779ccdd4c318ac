// The frame of the protected area: a slim bar with the way home, the way back and the visitor's own menu, and the screen
// below it.
import { useState } from 'react';
import { Link, Outlet } from '@tanstack/react-router';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { can, useSession } from '@mizan/ui-kit/session';
import { OutboxLine } from '../outbox/outbox-line';
import { useDelivery } from '../outbox/use-delivery';
import { paths } from '../paths';
import { BarMiddle } from './bar';
import styles from './app-shell.module.css';

const CONTENT = 'content';

export function AppShell() {
  const { me } = useSession();
  useDelivery(can(me, 'estimations', 'enter'));
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href={`#${CONTENT}`}>
        {m.nav_skip()}
      </a>
      <header className={styles['bar']}>
        <Link to={paths.home} className={styles['brand']} aria-label={m.nav_home()}>
          <Mark size={26} />
          <span>{m.product_name()}</span>
        </Link>
        <div ref={setMiddle} className={styles['middle']} />
        <OutboxLine />
        {me && <AccountMenu me={me} />}
      </header>
      <main id={CONTENT} tabIndex={-1} className={styles['content']}>
        <BarMiddle value={middle}>
          <Outlet />
        </BarMiddle>
      </main>
    </div>
  );
}
