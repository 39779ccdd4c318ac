// The button of the inbox, loaded once the first screen is there.
import { idle } from '../idle';
import { lazyOptional } from '../lazy-screen';

const load = (): Promise<typeof import('./inbox-bell')> => idle().then(() => import('./inbox-bell'));

/** Each user needs another one. */
export const InboxBell = lazyOptional(load);
