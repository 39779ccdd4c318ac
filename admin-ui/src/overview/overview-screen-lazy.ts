// The overview, loaded when it is opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const OverviewScreen = lazyScreen(() => import('./overview-screen.tsx'));
