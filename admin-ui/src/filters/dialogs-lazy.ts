// The filter builder and the dialogs of saved filters, loaded on first use.
import { lazyInPlace } from '@mizan/ui-kit/lazy-screen';

export const loadBuilder = () => import('./filter-builder.tsx');

export const FilterBuilder = lazyInPlace(loadBuilder);
export const BlockedNotice = lazyInPlace(() => import('./blocked-notice.tsx'));
