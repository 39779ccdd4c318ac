// The paths that both apps share: areas and sign-in.

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

/** Whether the back-office serves a path, so that the other app must load the page. */
export function isAdminPath(path: string): boolean {
  return /^\/(backoffice|analytics)(?=[/?#]|$)/.test(path);
}
