// The paths of the API that are not in the typed client, of what all apps load only when it is opened.

export const api = {
  document: '/api/openapi.json',
  forgot: '/api/auth/forgot',
  inbox: '/api/inbox',
  inboxRead: '/api/inbox/read',
  me: '/api/auth/me',
  reset: '/api/auth/reset',
} as const;
