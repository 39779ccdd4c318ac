// The import screen, loaded when it is first opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const ImportScreen = lazyScreen(() => import('./import-screen.tsx'));
