// The form dialogs, and the one input that modules draw, each loaded when it is first opened, because of the size of the form code.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const CreateDialog = lazyScreen(() => import('./create-dialog.tsx'));
export const EditDialog = lazyScreen(() => import('./edit-dialog.tsx'));
export const SchemaDialog = lazyScreen(() => import('./schema-dialog.tsx'));
/** Drawn within forms only, whose code it is part of. */
export const References = lazyScreen(async () => ({ default: (await import('./record-form.tsx')).References }));
export const InlineCreate = lazyScreen(() => import('./inline-create.tsx'));
