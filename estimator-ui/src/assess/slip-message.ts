// The question about a slip. It says by how much the figure is off, but not from the unit's own base: that may be the
// listed rent, which is never shown.
import { m } from '@mizan/ui-kit/messages';
import { bedroomLabel } from '../unit-formats';
import type { Slip } from './slip';

export function slipMessage(slip: Slip): string {
  const { above, times } = slip;
  switch (slip.to) {
    case 'last':
      return (above ? m.estimator_slip_last_above : m.estimator_slip_last_below)({ times });
    case 'alike': {
      const text = above ? m.estimator_slip_alike_above : m.estimator_slip_alike_below;
      return text({ times, bedrooms: bedroomLabel(slip.bedrooms) });
    }
    case 'previous': {
      const text = above ? m.estimator_slip_previous_above : m.estimator_slip_previous_below;
      return text({ times, number: slip.number });
    }
    case 'unit':
      return above ? m.estimator_slip_unit_above() : m.estimator_slip_unit_below();
  }
}
