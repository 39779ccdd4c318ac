// The delete dialog, loaded when it is first opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const DeleteDialog = lazyScreen(() => import('./delete-dialog.tsx'));
