// The dialog of a verb, loaded when it is first opened, because of the size of the form code.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const VerbDialog = lazyScreen(() => import('./verb-dialog.tsx'));
