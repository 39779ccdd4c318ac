// The user who was last signed in on this device, for an app that works offline. Stores the response of `/api/auth/me`
// and no token, so that a reader of the storage gets no access.
import type { components } from '@mizan/openapi/schema';

type Schemas = components['schemas'];
/** What the user may do with each resource; what rules leave of it is absent where no rule is looked at. */
export type Permissions = (Schemas['Permission'] & Partial<Schemas['ResourcePermission']>)[];
export type Me = Omit<Schemas['Me'], 'permissions'> & { permissions: Permissions };

const VISITOR = 'mizan.visitor';
/** A sign-out that the server has not received yet because it was unreachable. */
const SIGN_OUT = 'mizan.sign-out';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage there is no stored user.
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage nothing is stored.
  }
}

export const storedVisitor = {
  visitor(): Me | null {
    try {
      const me = JSON.parse(read(VISITOR) ?? 'null') as Partial<Me> | null;
      return me?.user?.id && Array.isArray(me.permissions) ? (me as Me) : null;
    } catch {
      return null;
    }
  },
  setVisitor: (me: Me | null): void => write(VISITOR, me && JSON.stringify(me)),
  signOutDue: (): boolean => read(SIGN_OUT) !== null,
  setSignOutDue: (due: boolean): void => write(SIGN_OUT, due ? '1' : null),
};
