// Sends what waits while an estimator is signed in, tells the screens what became of it, and lets no user go without knowing
// what is left behind. The delivery loads after the first screen, unless that has to know what waits.
import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { confirmBeforeSignOut } from '@mizan/ui-kit/before-sign-out';
import { m } from '@mizan/ui-kit/messages';
import { session } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import { whenIdle } from '../offline/idle';
import { invalidateCounts, cacheAssessment } from '../own-assessments';
import { confirmSignOut, dismiss } from '../outbox/sign-out-question';
import { hint } from '../outbox/hint';
import { beginWith, outbox } from '../outbox/outbox';
import { publish, waiting } from '../outbox/waiting';

/** Begins; answers how to end it. */
async function deliver(client: QueryClient): Promise<() => void> {
  const { onSent, onRefused, onSaved, start } = await import('../outbox/delivery');
  const ends = [
    onSent((saved) => cacheAssessment(client, saved)),
    // Without a network the phone counts by itself; else it is the server that has to, once it has the estimate.
    onSaved(() => session.current().offline && invalidateCounts(client)),
    onRefused((row, reason) =>
      toast.error(
        <>
          <strong>{m.outbox_refused({ number: row.unitNumber })}</strong>
          <span style={{ display: 'block' }}>{reason}</span>
        </>,
      ),
    ),
    start(),
  ];
  return () => ends.forEach((end) => end());
}

/** Has it begun once, by whoever needs it first; answers how to end it. */
function beginWhenNeeded(client: QueryClient): () => void {
  let begun: Promise<() => void> | undefined;
  const begin = (): Promise<unknown> => (begun ??= deliver(client));
  // Without it nothing can be saved, which a save then says; what the server has can still be read.
  const beginNow = (): void => void begin().catch(() => publish({ ready: true, rows: [] }));
  beginWith(begin);
  let cancel = (): void => {};
  if (hint.get()) beginNow();
  else cancel = whenIdle(beginNow);
  return () => {
    cancel();
    beginWith(() => Promise.resolve());
    void begun?.then((end) => end()).catch(() => {});
  };
}

export function useDelivery(person: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => (person === undefined ? undefined : beginWhenNeeded(client)), [person, client]);

  useEffect(() => {
    if (person === undefined) return undefined;
    // A question to another user is closed.
    dismiss();
    let knowingly = false;
    const end = confirmBeforeSignOut(async () => {
      // A failed question does not block the sign-out: rows stay stored.
      const count = await outbox.unsent(person).catch(() => 0);
      knowingly = count === 0 || (await confirmSignOut('sign-out', count));
      return knowingly;
    });
    const unsubscribe = session.subscribe(() => {
      const left = waiting().rows.length;
      if (session.current().me || left === 0 || knowingly) return;
      knowingly = true;
      void confirmSignOut('session', left);
    });
    return () => {
      end();
      unsubscribe();
    };
  }, [person]);
}
