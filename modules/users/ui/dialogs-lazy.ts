// What is loaded when it is first opened.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

const load = () => import('./dialogs.ts');

export const AcceptRequest = lazyScreen(async () => ({ default: (await load()).AcceptRequest }));
export const SetPassword = lazyScreen(async () => ({ default: (await load()).SetPassword }));
