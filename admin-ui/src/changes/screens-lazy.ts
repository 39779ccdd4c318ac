// The feed of changes, loaded when it is opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const ChangesScreen = lazyScreen(() => import('./changes-screen.tsx'));
