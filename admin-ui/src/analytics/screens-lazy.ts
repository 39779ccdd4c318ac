// The analytics screens, loaded when first opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const IndexScreen = lazyScreen(() => import('./index-screen.tsx'));
export const ExplorerScreen = lazyScreen(() => import('./explorer-screen.tsx'));
export const RecordsScreen = lazyScreen(() => import('./records-screen.tsx'));
