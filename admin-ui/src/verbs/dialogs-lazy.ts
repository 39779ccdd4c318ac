// The dialog of a verb, loaded when one is first opened: it brings the form with it.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const VerbDialog = lazyScreen(() => import('./verb-dialog.tsx'));
