// The screens of one record, each loaded when it is first opened: forms bring their own weight.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const CreateScreen = lazyScreen(() => import('./create-screen.tsx'));
export const EditScreen = lazyScreen(() => import('./edit-screen.tsx'));
export const ViewScreen = lazyScreen(() => import('./view-screen.tsx'));
