// The bulk dialogs, loaded on first use: those of an edit and of a verb import the form code.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const BulkEdit = lazyScreen(() => import('./bulk-edit.tsx'));
export const BulkVerb = lazyScreen(() => import('./bulk-verb.tsx'));
export const BulkDelete = lazyScreen(() => import('./bulk-delete.tsx'));
export const Collecting = lazyScreen(() => import('./collecting.tsx'));
