// What is done with many records at once, loaded when it is first asked for: the edit brings the form with it.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const BulkEdit = lazyScreen(() => import('./bulk-edit.tsx'));
export const BulkDelete = lazyScreen(() => import('./bulk-delete.tsx'));
