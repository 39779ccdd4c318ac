// Delivers waiting rows while an estimator is signed in, updates the screens, and warns before sign-out about unsent
// ones. The delivery code loads after the first screen, unless that needs the rows.
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

/** Starts the delivery; returns the function that ends it. */
async function deliver(client: QueryClient): Promise<() => void> {
  const { onSent, onRefused, onSaved, start } = await import('../outbox/delivery');
  const ends = [
    onSent((saved) => cacheAssessment(client, saved)),
    // Offline the phone counts its own estimates; otherwise the server does once it has the estimate.
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

/** Starts it once, on first use; returns the function that ends it. */
function beginWhenNeeded(client: QueryClient): () => void {
  let begun: Promise<() => void> | undefined;
  const begin = (): Promise<unknown> => (begun ??= deliver(client));
  // If that fails, saving fails with a message, and the server's data can still be read.
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
    // Closes the question when another user signs in.
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
