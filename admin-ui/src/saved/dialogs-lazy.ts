// The menu of saved items and its dialogs, loaded on first use.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const loadPopover = () => import('./saved-popover.tsx');

export const SavedForm = lazyScreen(() => import('./saved-form.tsx'));
export const SavedDelete = lazyScreen(() => import('./saved-delete.tsx'));
export const SavedPopover = lazyScreen(loadPopover);
