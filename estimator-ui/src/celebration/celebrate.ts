// The celebration when all units of one bedroom count are assessed: a toast for every user, and confetti, loaded on
// first use, for those who do not prefer reduced motion.
import { useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { CELEBRATION } from '../assess/limits';
import { motionIsReduced } from '../assess/motion';
import { bedroomLabel } from '../unit-formats';

export function celebrate(bedrooms: number): void {
  toast(m.estimator_celebration({ bedrooms: bedroomLabel(bedrooms) }), { duration: CELEBRATION });
  if (motionIsReduced()) return;
  const requestedAt = Date.now();
  void import('./confetti').then(
    // Once the toast is gone, confetti would be unexplained.
    ({ throwConfetti }) => Date.now() - requestedAt < CELEBRATION && throwConfetti(),
    // Without a network the toast suffices.
    () => undefined,
  );
}

/** The same, once for each bedroom count while the project is open. */
export function useCelebration(): (bedrooms: number) => void {
  const [celebrated] = useState(() => new Set<number>());
  return (bedrooms) => {
    if (celebrated.has(bedrooms)) return;
    celebrated.add(bedrooms);
    celebrate(bedrooms);
  };
}
