// The frame of the protected area: a slim bar with the way home, the way back and the visitor's own menu, and the screen
// below it. For estimators it has the app made ready for being without a network, once the screen is drawn.
import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { can, useSession } from '@mizan/ui-kit/session';
import { ConnectionLine } from '../offline/connection-line';
import { whenIdle } from '../offline/idle';
import { OutboxLine } from '../outbox/outbox-line';
import { useDelivery } from '../outbox/use-delivery';
import { useWaiting } from '../outbox/waiting';
import { paths } from '../paths';
import { BarMiddle } from './bar';
import styles from './app-shell.module.css';

const CONTENT = 'content';

export function AppShell() {
  const { me } = useSession();
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  const client = useQueryClient();
  const estimates = can(me, 'estimations', 'enter');
  useDelivery(estimates);
  const { rows } = useWaiting();
  useEffect(() => {
    if (!estimates) return undefined;
    // Without it the app works as long as there is a network.
    return whenIdle(() => void import('../offline/start').then(({ start }) => start(client)).catch(() => {}));
  }, [estimates, client]);
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
        {estimates && <ConnectionLine shown={rows.length === 0} />}
        {estimates && <OutboxLine rows={rows} />}
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
