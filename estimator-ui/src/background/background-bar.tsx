// What the bar of every page shows an estimator: the connection, and estimates that wait for it. It delivers these, and
// prepares the app for offline use once the screen is rendered.
import { Suspense, useEffect, useState, type ComponentProps } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { whenIdle } from '@mizan/ui-kit/idle';
import { lazyPart } from '@mizan/ui-kit/lazy-screen';
import type { Me } from '@mizan/ui-kit/session';
import { ConnectionLine } from '../offline/connection-line';
import type Line from '../outbox/outbox-line';
import { useWaiting } from '../outbox/waiting';
import { useDelivery } from './use-delivery';

/** Loaded with the first waiting row. If that fails, rows are sent all the same. */
const OutboxLine = lazyPart<ComponentProps<typeof Line>>(
  () => import('../outbox/outbox-line'),
  () => null,
);

export function BackgroundBar({ me }: { me: Me }) {
  const client = useQueryClient();
  useDelivery(me.user.id);
  const { rows, onPage } = useWaiting();
  const [hadRows, setHadRows] = useState(false);
  const [hasLine, setHasLine] = useState(false);
  if (rows.length > 0 && !hadRows) setHadRows(true);
  // Until it is loaded the app works while there is a network.
  useEffect(() => whenIdle(() => import('./start-offline').then(({ start }) => start(client))), [client]);
  useEffect(() => {
    // Nothing is stored for the time without a network, when rows are all the more to be seen.
    if (onPage) Promise.all([import('../outbox/outbox-line'), import('../outbox/outbox-dialog')]).catch(() => {});
  }, [onPage]);
  return (
    <>
      <ConnectionLine shown={rows.length === 0 || !hasLine} stores={!onPage} />
      <Suspense>{hadRows && <OutboxLine rows={rows} onLoad={setHasLine} />}</Suspense>
    </>
  );
}
