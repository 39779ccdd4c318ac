// The feed of changes, and the old and new values of a change, loaded when they are shown.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const ChangedValues = lazyScreen(() => import('./changed-values.tsx'));
export const ChangesScreen = lazyScreen(() => import('./changes-screen.tsx'));
