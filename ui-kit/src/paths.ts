// The paths that both apps and the shared parts know: where the areas begin and where one signs in.

export const paths = {
  start: '/',
  home: '/home',
  login: '/login',
  join: '/join-us',
  estimations: '/estimations',
  analytics: '/analytics',
  backoffice: '/backoffice',
  docs: '/docs',
} as const;

/** True for a path that the back-office's app serves: going there from the other app is a page load. */
export function isAdminPath(path: string): boolean {
  return /^\/(backoffice|analytics)(?=[/?#]|$)/.test(path);
}
