// react-admin's authProvider over the session of ui-kit, which does sign-in and sign-out.
import { can, loginUrl, session } from '@mizan/ui-kit/session';
import type { AuthProvider } from 'ra-core';

const ACTIONS: Record<string, string> = { list: 'read', show: 'read', edit: 'update' };

const signedIn = () => (session.current().me ? Promise.resolve() : Promise.reject({ message: false }));

export const authProvider: AuthProvider = {
  login: () => Promise.reject(new Error('Signing in is another page.')),
  logout: () => Promise.resolve(location.origin + loginUrl(location)),
  checkAuth: signedIn,
  /** The session ended without a sign-out: the app's start redirects to the sign-in page. */
  checkError: (error: { status?: number }) => {
    if (error.status === 401) session.forget();
    return Promise.resolve();
  },
  getIdentity: () => {
    const user = session.current().me?.user;
    if (!user) return Promise.reject(new Error('Nobody is signed in.'));
    return Promise.resolve({ id: user.id, fullName: `${user.firstName} ${user.lastName}`.trim() });
  },
  getPermissions: () => Promise.resolve(session.current().me?.permissions ?? []),
  canAccess: ({ resource, action }) => Promise.resolve(can(session.current().me, resource, ACTIONS[action] ?? action)),
};
