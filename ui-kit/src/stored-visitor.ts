// Who was signed in last on this device, for an app that opens without a network. Only what the server said of the visitor
// is kept, and no token: whoever reads it can do nothing with it.
import type { components } from '@mizan/openapi/schema';

type Me = components['schemas']['Me'];

const VISITOR = 'mizan.visitor';
/** A visitor signed out while the server could not be reached: it is still to be told. */
const SIGN_OUT = 'mizan.sign-out';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage nothing is remembered.
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // As above.
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
