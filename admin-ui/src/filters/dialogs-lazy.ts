// The filter builder and the dialogs of saved filters, loaded on first use.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const loadBuilder = () => import('./filter-builder.tsx');

export const FilterBuilder = lazyScreen(loadBuilder);
export const BlockedNotice = lazyScreen(() => import('./blocked-notice.tsx'));
