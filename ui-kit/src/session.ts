// The session: loaded once at startup, available to every component, shared by all tabs. An app that opens offline
// continues with the last known user until the server responds.
import { useEffect, useSyncExternalStore } from 'react';
import type { Grant } from './access-token';
import { accessToken, answerOf, api, asProblem, dataOf } from './http';
import { paths as places } from './paths';
import { storedVisitor, type Me } from './stored-visitor';

export type { Me, Permissions } from './stored-visitor';

export interface SessionState {
  me: Me | null;
  /** False until the first response: nothing that depends on the user is rendered before. */
  ready: boolean;
  /** The server was unreachable at the last request. */
  offline: boolean;
  /** The session of `me` has ended while there was unsaved work, which is kept until the user signs in again. */
  ended: boolean;
}

/** Milliseconds to wait for the server before the last known visitor is used. */
const PATIENCE = 4000;
/** Milliseconds between attempts to reach the server again. */
const RETRY_MS = 15_000;
/** Statuses of a proxy whose server does not respond. */
const OUT_OF_REACH = new Set([0, 502, 503, 504]);

let state: SessionState = { me: null, ready: false, offline: false, ended: false };
let starting: Promise<Me | null> | null = null;
/** A provider has redirected the user back: the other tabs do not know of the session yet. */
let expected = false;
/** Whether this app works offline. */
let offlineEnabled = false;
let retrying = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
/** The unsaved work of the screens, one entry for each form. */
const unsaved = new Set<symbol>();

/** Whether an error means that the server is unreachable, as opposed to a rejection of the request. */
export function isOutOfReach(error: unknown): boolean {
  return OUT_OF_REACH.has(asProblem(error).status);
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function become(me: Me | null): Me | null {
  clearTimeout(timer);
  // The back-office stores no user, and deletes a stored one who is no longer signed in. Another's eyes are no sign-in.
  if (!me?.viewedBy && (offlineEnabled || storedVisitor.visitor()?.user.id !== me?.user.id))
    storedVisitor.setVisitor(offlineEnabled ? me : null);
  const waits = state.me !== null && unsaved.size > 0 && (me === null || me.secondStepDue === true);
  change({ me: waits ? state.me : me, ready: true, offline: false, ended: waits });
  return me;
}

/** Ends the session of a user who signed out while the server was unreachable. */
async function endSession(): Promise<void> {
  if (!storedVisitor.signOutDue()) return;
  const answer = await api.POST('/api/auth/logout');
  if (answer.response.status !== 401) dataOf(answer);
  storedVisitor.setSignOutDue(false);
}

const isVisitor = (me: Me): boolean => typeof me.user?.id === 'string' && Array.isArray(me.permissions);

async function loadVisitor(): Promise<Me | null> {
  if (expected) storedVisitor.setSignOutDue(false);
  await endSession();
  const answer = (await accessToken.get()) ? await api.GET('/api/auth/me') : null;
  const me = answer && answer.response.status !== 401 ? answerOf(answer, isVisitor) : null;
  if (me && expected) accessToken.broadcastSignedIn();
  expected = false;
  return become(me);
}

/** As `loadVisitor`. Returns the last known visitor when the server does not respond, and retries until it does. */
async function loadOrRestore(): Promise<Me | null> {
  const known = offlineEnabled && !expected ? storedVisitor.visitor() : null;
  if (!known && !(offlineEnabled && storedVisitor.signOutDue())) return loadVisitor();
  const answer = loadVisitor();
  const late = new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), PATIENCE);
  });
  try {
    const first = await Promise.race([answer, late]);
    if (first !== 'late') return first;
    answer.catch(() => {});
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
  change({ me: known, ready: true, offline: true, ended: false });
  scheduleRetry();
  return known;
}

function scheduleRetry(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void retryVisitor(), RETRY_MS);
}

/** Retries silently: the user already sees that the server is unreachable. */
async function retryVisitor(): Promise<void> {
  if (!state.offline || retrying) return;
  retrying = true;
  try {
    starting = Promise.resolve(await loadVisitor());
  } catch {
    scheduleRetry();
  } finally {
    retrying = false;
  }
}

export const session = {
  current: (): SessionState => state,

  /** The user who was last signed in on this device, if stored. */
  lastVisitor: (): Me | null => storedVisitor.visitor(),

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Stores the user on this device from now on, so that the app works while the server is unreachable. */
  enableOffline(): void {
    offlineEnabled = true;
    addEventListener('offline', () => session.lost());
    addEventListener('online', () => void retryVisitor());
    addEventListener('focus', () => void retryVisitor());
  },

  /** Marks the server as unreachable, and retries until it responds; subscribers are notified then. */
  lost(): void {
    if (!offlineEnabled || !state.ready || state.offline) return;
    change({ ...state, offline: true });
    scheduleRetry();
  },

  /** Loads the user once. An unreachable server is an error, and the next call retries. */
  start(): Promise<Me | null> {
    starting ??= loadOrRestore().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  },

  /** Begins the session that the server has granted, or loads the user of the current one again. */
  async begin(granted?: Grant): Promise<Me> {
    if (granted) accessToken.accept(granted);
    storedVisitor.setSignOutDue(false);
    const me = answerOf(await api.GET('/api/auth/me'), isVisitor);
    become(me);
    starting = Promise.resolve(me);
    accessToken.broadcastSignedIn();
    return me;
  },

  /**
   * Ends this session, or all of the user's; one that the server no longer knows counts as ended. A device that stores
   * the user forgets them at once, and notifies the server when it can be reached.
   */
  async signOut({ everywhere = false }: { everywhere?: boolean } = {}): Promise<void> {
    try {
      const answer = await api.POST('/api/auth/logout', everywhere ? { params: { query: { everywhere } } } : {});
      if (answer.response.status !== 401) dataOf(answer);
    } catch (error) {
      if (!offlineEnabled || everywhere || !isOutOfReach(error)) throw error;
      storedVisitor.setSignOutDue(true);
      session.leave();
      session.lost();
      return;
    }
    session.leave();
  },

  /** Clears the session, and gives up unsaved work. */
  leave(): void {
    unsaved.clear();
    session.forget();
  },

  /** Clears the session, as after a response that it has ended. */
  forget(): void {
    accessToken.forget();
    starting = Promise.resolve(null);
    become(null);
  },

  /**
   * Keeps the user's screens when the session ends, until the returned function is called: for unsaved work. The app
   * shows that the session has ended, and covers the screens.
   */
  keepScreens(): () => void {
    const work = Symbol('unsaved work');
    unsaved.add(work);
    return () => {
      unsaved.delete(work);
      if (state.ended && unsaved.size === 0) become(null);
    };
  },

  /** Looks for a session that has begun in another tab. */
  resume(): void {
    starting = null;
    // Any error is shown where the user signs in; this tab does not change until its next attempt.
    session.start().catch(() => {});
  },

  /** Expects a session after an identity provider's redirect, although there was no sign-in on this page. */
  expect(): void {
    accessToken.expect();
    expected = true;
    starting = null;
  },
};

accessToken.onNotice = (kind) => {
  if (kind === 'signed-out') {
    starting = Promise.resolve(null);
    become(null);
    return;
  }
  session.resume();
};

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.current);
}

/** Keeps a form or a dialog when the session ends: the user signs in again over it, and what it holds is still there. */
export function useUnsavedWork(when: boolean): void {
  useEffect(() => (when ? session.keepScreens() : undefined), [when]);
}

/** Whether the user may perform `action` on `resource`; areas such as the back-office are resources too. */
export function can(me: Pick<Me, 'permissions'> | null, resource: string, action: string): boolean {
  return me?.permissions.some((entry) => entry.resource === resource && entry.actions.includes(action)) ?? false;
}

/** Whether the user has a permission, written `resource:action`. */
export function permits(me: Pick<Me, 'permissions'> | null, permission: string): boolean {
  const [resource = '', action = ''] = permission.split(':');
  return can(me, resource, action);
}

/** The sign-in URL, with the way back. */
export function loginUrl(current: { pathname: string; search?: string; hash?: string }): string {
  const back = `${current.pathname}${current.search ?? ''}${current.hash ?? ''}`;
  return `${places.login}?redirect=${encodeURIComponent(back)}`;
}
