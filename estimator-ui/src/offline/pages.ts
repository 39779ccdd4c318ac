// Shared by the service worker and the pages.
import { isOwnPath } from '@mizan/shell/own-path';
import { paths } from '../paths';

/** The message from a page that activates the waiting version of the worker. */
export const TAKE_OVER = 'take-over';

/** Whether this app has the page at a path; a path with a dot in its last segment is a file. */
export function isPageOfThisApp(path: string): boolean {
  return isOwnPath(path, [{ path: paths.estimations }]) && !(path.split('/').at(-1) ?? '').includes('.');
}
