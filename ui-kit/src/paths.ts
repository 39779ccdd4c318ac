// The paths that both apps share: areas and sign-in.

export const paths = {
  start: '/',
  home: '/home',
  login: '/login',
  join: '/join-us',
  analytics: '/analytics',
  backoffice: '/backoffice',
  docs: '/docs',
} as const;
