// The form dialogs, and the one input that modules draw.
export { default as CreateDialog } from './create-dialog.tsx';
export { default as EditDialog } from './edit-dialog.tsx';
export { default as InlineCreate } from './inline-create.tsx';
export { default as References } from './references.tsx';
export { default as SchemaDialog } from './schema-dialog.tsx';
