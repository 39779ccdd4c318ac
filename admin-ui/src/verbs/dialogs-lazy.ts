// The dialogs of verbs, loaded when one is first opened: they bring the form with them.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const VerbDialog = lazyScreen(() => import('./verb-dialog.tsx'));
export const BulkVerb = lazyScreen(() => import('./bulk-verb.tsx'));
