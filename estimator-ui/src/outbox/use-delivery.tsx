// Sends what waits while an estimator is signed in, and tells the screens what became of it.
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { keepAssessment } from '../own-assessments';
import { publish } from './waiting';

export function useDelivery(active: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!active) return undefined;
    const begun = import('./delivery').then(({ onSent, onRefused, start }) => [
      onSent((saved) => keepAssessment(client, saved)),
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
  }, [active, client]);
}
