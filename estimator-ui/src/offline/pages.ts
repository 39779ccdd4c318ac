// Shared by the service worker and the pages.

/** The message from a page that activates the waiting version of the worker. */
export const TAKE_OVER = 'take-over';

/** Paths that the server answers: the other front ends, the API, health and metrics. */
const OTHERS = ['api', 'backoffice', 'analytics', 'docs', '_admin', '.well-known', 'healthz', 'readyz', 'metrics'];

/** Whether this app renders the page at a path; a path with a dot in its last segment is a file. */
export function isPageOfThisApp(path: string): boolean {
  const parts = path.split('/');
  return !OTHERS.includes(parts[1] ?? '') && !(parts.at(-1) ?? '').includes('.');
}
