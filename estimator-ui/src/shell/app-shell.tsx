// The frame of the protected area: a bar with the logo, breadcrumbs and the user menu, and the screen below. For
// estimators it prepares the app for offline use, once the screen is rendered.
import { Suspense, useEffect, useState, type ComponentProps } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import { lazyPart } from '@mizan/ui-kit/lazy-screen';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { can, useSession } from '@mizan/ui-kit/session';
import { ConnectionLine } from '../offline/connection-line';
import { whenIdle } from '../offline/idle';
import type Line from '../outbox/outbox-line';
import { useDelivery } from './use-delivery';
import { useWaiting } from '../outbox/waiting';
import { paths } from '../paths';
import { BarMiddle } from './bar';
import styles from './app-shell.module.css';

const CONTENT = 'content';

/** Loaded with the first waiting row. If that fails, rows are sent all the same. */
const OutboxLine = lazyPart<ComponentProps<typeof Line>>(
  () => import('../outbox/outbox-line'),
  () => null,
);

export function AppShell() {
  const { me } = useSession();
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  const client = useQueryClient();
  const estimates = can(me, 'estimations', 'enter');
  useDelivery(estimates ? me?.user.id : undefined);
  const { rows, onPage } = useWaiting();
  const [hadRows, setHadRows] = useState(false);
  const [hasLine, setHasLine] = useState(false);
  if (rows.length > 0 && !hadRows) setHadRows(true);
  useEffect(() => {
    if (!estimates) return undefined;
    // Until it is loaded the app works while there is a network.
    return whenIdle(() => import('./start-offline').then(({ start }) => start(client)));
  }, [estimates, client]);
  useEffect(() => {
    // Nothing is stored for the time without a network, when rows are all the more to be seen.
    if (onPage) Promise.all([import('../outbox/outbox-line'), import('../outbox/outbox-dialog')]).catch(() => {});
  }, [onPage]);
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
        {estimates && <ConnectionLine shown={rows.length === 0 || !hasLine} stores={!onPage} />}
        <Suspense>{hadRows && <OutboxLine rows={rows} onLoad={setHasLine} />}</Suspense>
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
