// Sends what waits while an estimator is signed in, tells the screens what became of it, and lets nobody go without knowing
// what is left behind. The delivery loads after the first screen, unless that has to know what waits.
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { askBeforeSignOut } from '@mizan/ui-kit/before-sign-out';
import { m } from '@mizan/ui-kit/messages';
import { session } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import { idle } from '../offline/idle';
import { countAgain, keepAssessment } from '../own-assessments';
import { ask, dismiss } from './asked';
import { outbox } from './outbox';
import { hint, publish, waiting } from './waiting';

/** In milliseconds: what can be sent at once is, and is no question. */
const PATIENCE = 2000;

async function mayGo(person: string): Promise<boolean> {
  if ((await outbox.countOf(person)) > 0)
    await Promise.race([outbox.flush(), new Promise((done) => setTimeout(done, PATIENCE))]);
  const count = await outbox.countOf(person);
  return count === 0 || ask('sign-out', count);
}

export function useDelivery(person: string | undefined): void {
  const client = useQueryClient();

  useEffect(() => {
    if (person === undefined) return undefined;
    const begun = (hint.get() ? Promise.resolve() : idle())
      .then(() => import('./delivery'))
      .then(({ onSent, onRefused, onKept, start }) => [
        onSent((saved) => keepAssessment(client, saved)),
        // Without a network the phone counts by itself; else it is the server that has to, once it has the estimate.
        onKept(() => session.current().offline && countAgain(client)),
        onRefused((row, reason) =>
          toast.error(
            <>
              <strong>{m.outbox_refused({ number: row.unitNumber })}</strong>
              <span style={{ display: 'block' }}>{reason}</span>
            </>,
          ),
        ),
        start(),
      ]);
    // Without it nothing can be saved, which a save then says; what the server has can still be read.
    begun.catch(() => publish({ ready: true, rows: [] }));
    return () => void begun.then((ends) => ends.forEach((end) => end())).catch(() => {});
  }, [person, client]);

  useEffect(() => {
    if (person === undefined) return undefined;
    // What somebody else was asked is nobody's business.
    dismiss();
    let knowingly = false;
    const end = askBeforeSignOut(async () => {
      // What cannot be asked stands in nobody's way: rows stay where they are.
      knowingly = await mayGo(person).catch(() => true);
      return knowingly;
    });
    const unsubscribe = session.subscribe(() => {
      const left = waiting().rows.length;
      if (session.current().me || left === 0 || knowingly) return;
      knowingly = true;
      void ask('session', left);
    });
    return () => {
      end();
      unsubscribe();
    };
  }, [person]);
}
