// The dialogs with forms, and inputs that modules draw, each loaded when it is first opened, because of the size of the form
// code.
import { lazyInPlace, lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const ConfirmDialog = lazyInPlace(() => import('./confirm-dialog.tsx'));
export const CreateDialog = lazyInPlace(() => import('./create-dialog.tsx'));
export const EditDialog = lazyInPlace(() => import('./edit-dialog.tsx'));
export const FieldForm = lazyScreen(() => import('./field-form.tsx'));
export const InlineCreate = lazyScreen(() => import('./inline-create.tsx'));
export const References = lazyScreen(() => import('./references.tsx'));
export const SchemaDialog = lazyScreen(() => import('./schema-dialog.tsx'));
