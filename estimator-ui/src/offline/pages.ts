// What the service worker and the pages agree on.

/** What a page says to the new version of the worker that waits. */
export const TAKE_OVER = 'take-over';

/** What the server answers by itself: the other front ends, the API, and what operators look at. */
const OTHERS = ['api', 'backoffice', 'analytics', 'docs', '_admin', '.well-known', 'healthz', 'readyz', 'metrics'];

/** Whether this app draws the page at a path; a file, which has a dot in its name, is no page. */
export function isPageOfThisApp(path: string): boolean {
  const parts = path.split('/');
  return !OTHERS.includes(parts[1] ?? '') && !(parts.at(-1) ?? '').includes('.');
}
