// The form dialogs, each loaded when it is first opened, because of the size of the form code.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const ConfirmDialog = lazyScreen(() => import('./confirm-dialog.tsx'));
export const CreateDialog = lazyScreen(() => import('./create-dialog.tsx'));
export const EditDialog = lazyScreen(() => import('./edit-dialog.tsx'));
export const SchemaDialog = lazyScreen(() => import('./schema-dialog.tsx'));
export const InlineCreate = lazyScreen(() => import('./inline-create.tsx'));
export const SignInAgain = lazyScreen(() => import('./sign-in-again.tsx'));
