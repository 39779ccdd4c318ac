// The help, loaded when it is opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const ShortcutHelp = lazyScreen(() => import('./help.tsx'));
