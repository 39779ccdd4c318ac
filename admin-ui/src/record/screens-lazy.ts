// The screens of a record, each loaded when it is first opened, because of the size of the form code.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const CreateScreen = lazyScreen(() => import('./create-screen.tsx'));
export const EditScreen = lazyScreen(() => import('./edit-screen.tsx'));
export const ViewScreen = lazyScreen(() => import('./view-screen.tsx'));
