// The list screen, loaded when a list is first opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const ListScreen = lazyScreen(() => import('./list-screen.tsx'));
