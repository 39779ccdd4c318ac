// The paths of the shell. Those that all apps use come from ui-kit.
import { paths as shared } from '@mizan/ui-kit/paths';

export const paths = {
  start: shared.start,
  login: shared.login,
  forgot: '/forgot',
  reset: '/reset',
  join: shared.join,
  home: shared.home,
  inbox: shared.inbox,
  analytics: shared.analytics,
  backoffice: shared.backoffice,
  docs: shared.docs,
} as const;
