// Loaded when a cell is first selected, or something is pasted: both import the form code.
import { lazyPart } from '@mizan/ui-kit/lazy-screen';

/** Begins to load the editor: what is typed before it is there would be lost. */
export const loadEditor = () => import('./cell-editor.tsx');
export const CellEditor = lazyPart(loadEditor);
export const PasteDialog = lazyPart(() => import('./paste-dialog.tsx'));
