// The joy when all units of one bedroom count have an assessment. The words are for every user; what moves is for those
// who have not requested less of it, and it loads when it is first needed.
import { useState } from 'react';
import { bedroomLabel } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { CELEBRATION } from '../assess/limits';
import { motionIsReduced } from '../assess/motion';

export function celebrate(bedrooms: number): void {
  toast(m.estimator_celebration({ bedrooms: bedroomLabel(bedrooms) }), { duration: CELEBRATION });
  if (motionIsReduced()) return;
  const requestedAt = Date.now();
  void import('./confetti').then(
    // After the words are gone no user knows what it is for.
    ({ throwConfetti }) => Date.now() - requestedAt < CELEBRATION && throwConfetti(),
    // Without a network the words are enough.
    () => undefined,
  );
}

/** The same, once for each bedroom count for as long as the project is on screen. */
export function useCelebration(): (bedrooms: number) => void {
  const [celebrated] = useState(() => new Set<number>());
  return (bedrooms) => {
    if (celebrated.has(bedrooms)) return;
    celebrated.add(bedrooms);
    celebrate(bedrooms);
  };
}
