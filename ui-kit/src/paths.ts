// The paths that both apps share: areas, sign-in and inbox.

export const paths = {
  start: '/',
  home: '/home',
  inbox: '/inbox',
  login: '/login',
  join: '/join-us',
  analytics: '/analytics',
  backoffice: '/backoffice',
  docs: '/docs',
} as const;
