// The views of a list, loaded when the first of them is opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const ListView = lazyScreen(() => import('./list-view.tsx'));
