// The question before a deletion, loaded when it is first asked.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const DeleteDialog = lazyScreen(() => import('./delete-dialog.tsx'));
