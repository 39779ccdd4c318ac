// The card of the estimators' area.
import type { AreaCard } from '@mizan/ui-kit/areas';
import { m } from '@mizan/ui-kit/messages';
import { paths, PERMISSION } from './paths';

export const card: AreaCard = {
  path: paths.estimations,
  permission: PERMISSION,
  order: 20,
  title: m.estimator_area_title,
  text: m.estimator_area_text,
  action: m.estimator_area_action,
};
