// The same, loaded together when one of them is first opened, because of the size of the form code that all of them need.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

const load = () => import('./dialogs.ts');

export const ConfirmDialog = lazyScreen(() => import('./confirm-dialog.tsx'));
export const CreateDialog = lazyScreen(async () => ({ default: (await load()).CreateDialog }));
export const EditDialog = lazyScreen(async () => ({ default: (await load()).EditDialog }));
export const FieldForm = lazyScreen(() => import('./field-form.tsx'));
export const InlineCreate = lazyScreen(async () => ({ default: (await load()).InlineCreate }));
export const References = lazyScreen(async () => ({ default: (await load()).References }));
export const SchemaDialog = lazyScreen(async () => ({ default: (await load()).SchemaDialog }));
