// What is done with many records at once, loaded when it is first requested: an edit and a verb bring the form with them.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const BulkEdit = lazyScreen(() => import('./bulk-edit.tsx'));
export const BulkVerb = lazyScreen(() => import('./bulk-verb.tsx'));
export const BulkDelete = lazyScreen(() => import('./bulk-delete.tsx'));
