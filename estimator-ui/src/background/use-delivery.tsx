// Delivers waiting rows while an estimator is signed in, updates the screens, and warns before sign-out about unsent
// ones. Its code is part of what every screen needs: a save must work without a network from the first moment.
import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { confirmBeforeSignOut } from '@mizan/ui-kit/before-sign-out';
import { whenIdle } from '@mizan/ui-kit/idle';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { session } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import { invalidateCounts, cacheAssessment } from '../own-assessments';
import { onRefused, onSaved, onSent, start, unsent } from '../outbox/delivery';
import { confirmSignOut, dismiss } from '../outbox/sign-out-question';
import { hint } from '../outbox/hint';
import type { Row } from '../outbox/rows';
import { subscribe, waiting } from '../outbox/waiting';

/** Says why the server refuses an estimate, until it is sent again, replaced or given up. */
function reportRefusal(row: Row, reason: string): void {
  const shown = toast.error(
    <>
      <strong>
        <Unbroken>{m.outbox_refused({ number: row.unitNumber })}</Unbroken>
      </strong>
      <span style={{ display: 'block' }}>{reason}</span>
    </>,
  );
  const end = subscribe(() => {
    if (waiting().rows.some(({ id, refused }) => id === row.id && refused !== undefined)) return;
    end();
    toast.dismiss(shown);
  });
}

/** Delivers from now on; returns the function that ends it. Rows are read when idle, unless there may be some. */
function deliver(client: QueryClient): () => void {
  const ends = [
    onSent((saved) => cacheAssessment(client, saved)),
    // Offline the phone counts its own estimates; otherwise the server does once it has the estimate.
    onSaved(() => session.current().offline && invalidateCounts(client)),
    onRefused(reportRefusal),
  ];
  if (hint.get()) ends.push(start());
  else ends.push(whenIdle(() => void ends.push(start())));
  return () => ends.forEach((end) => end());
}

export function useDelivery(person: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => (person === undefined ? undefined : deliver(client)), [person, client]);

  useEffect(() => {
    if (person === undefined) return undefined;
    // Closes the question when another user signs in.
    dismiss();
    let knowingly = false;
    const end = confirmBeforeSignOut(async () => {
      // A failed question does not block the sign-out: rows stay stored.
      const count = await unsent(person).catch(() => 0);
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
