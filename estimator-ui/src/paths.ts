// All paths of this app's screens. Those that all apps use come from ui-kit.
import { paths as shared } from '@mizan/ui-kit/paths';

export const paths = {
  home: shared.home,
  estimations: '/estimations',
  leaderboard: '/estimations/leaderboard',
  assessments: '/estimations/assessments',
  project: '/estimations/assessments/$projectId',
  unit: '/estimations/assessments/$projectId/$unitId',
} as const;

/** What a user needs for all of them but home. */
export const PERMISSION = 'estimations:enter';
