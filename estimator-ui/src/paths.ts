// Every path of this app. Those that both apps know come from the shared parts.
import { paths as shared } from '@mizan/ui-kit/paths';

export const paths = {
  start: shared.start,
  login: shared.login,
  home: shared.home,
  backoffice: shared.backoffice,
  docs: shared.docs,
} as const;
