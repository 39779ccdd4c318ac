// The areas of the product beside the back-office and analytics, one line for each: home has a card for it, and Page Not
// Found a link.
import type { AreaCard } from '@mizan/ui-kit/areas';
import { card as estimations } from '../estimator-ui/src/card.ts';

export const areas: AreaCard[] = [estimations];
