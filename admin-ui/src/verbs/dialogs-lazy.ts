// The dialogs of actions, each loaded when it is first opened, because of the size of the form code.
import { lazyInPlace, lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const DeleteDialog = lazyInPlace(() => import('./delete-dialog.tsx'));
export const VerbDialog = lazyScreen(() => import('./verb-dialog.tsx'));
