// Who is signed in: asked for once at the start, known to every component, the same in all tabs of the browser.
import { useSyncExternalStore } from 'react';
import type { components } from '@mizan/openapi/schema';
import { accessToken, api, dataOf } from './http';
import { paths as places } from './paths';

export type Me = components['schemas']['Me'];
export type Permissions = Me['permissions'];

export interface SessionState {
  me: Me | null;
  /** False until the first answer: nothing is drawn that depends on who it is. */
  ready: boolean;
}

let state: SessionState = { me: null, ready: false };
let starting: Promise<Me | null> | null = null;
/** A provider has sent the visitor back: the other tabs do not know of it yet. */
let expected = false;
const listeners = new Set<() => void>();

function become(me: Me | null): Me | null {
  state = { me, ready: true };
  for (const listener of listeners) listener();
  return me;
}

async function ask(): Promise<Me | null> {
  const answer = (await accessToken.get()) ? await api.GET('/api/auth/me') : null;
  const me = answer && answer.response.status !== 401 ? dataOf(answer) : null;
  if (me && expected) accessToken.tellSignedIn();
  expected = false;
  return become(me);
}

export const session = {
  current: (): SessionState => state,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** The visitor, asked for once; an unreachable server is an error and the next call asks again. */
  start(): Promise<Me | null> {
    starting ??= ask().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  },

  async signIn(email: string, password: string): Promise<Me> {
    accessToken.accept(dataOf(await api.POST('/api/auth/login', { body: { email, password } })));
    const me = dataOf(await api.GET('/api/auth/me'));
    become(me);
    starting = Promise.resolve(me);
    accessToken.tellSignedIn();
    return me;
  },

  /** Ends this session, or all of the visitor's; a session that the server no longer knows is ended too. */
  async signOut({ everywhere = false }: { everywhere?: boolean } = {}): Promise<void> {
    const answer = await api.POST('/api/auth/logout', everywhere ? { params: { query: { everywhere } } } : {});
    if (answer.response.status !== 401) dataOf(answer);
    session.forget();
  },

  /** What is known here is no longer so, as after an answer that the session has ended. */
  forget(): void {
    accessToken.forget();
    starting = Promise.resolve(null);
    become(null);
  },

  /** An identity provider has just sent the visitor back: ask although nobody signed in on this page. */
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
  starting = null;
  // The tab that signed in has shown any error; this one stays as it is until it asks again.
  session.start().catch(() => {});
};

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.current);
}

/** Whether the visitor may do `action` with `resource`; areas such as the back-office are resources too. */
export function can(me: Pick<Me, 'permissions'> | null, resource: string, action: string): boolean {
  return me?.permissions.some((entry) => entry.resource === resource && entry.actions.includes(action)) ?? false;
}

/** Where a signed-out visitor signs in, with the way back. */
export function loginUrl(current: { pathname: string; search?: string; hash?: string }): string {
  const back = `${current.pathname}${current.search ?? ''}${current.hash ?? ''}`;
  return `${places.login}?redirect=${encodeURIComponent(back)}`;
}

/** A path of this origin, or the home page: anything that could lead elsewhere is refused. */
export function safeRedirect(value: unknown): string {
  // Browsers drop tabs and line ends inside a URL and read a backslash as a slash.
  // oxlint-disable-next-line no-control-regex
  if (typeof value !== 'string' || !/^\/(?!\/)/.test(value) || /[\\\u0000-\u001f\u007f]/.test(value))
    return places.home;
  const target = new URL(value, location.origin);
  if (target.origin !== location.origin) return places.home;
  // Dot segments may leave a second slash in front: "/.//elsewhere".
  if (target.pathname.startsWith('//')) return places.home;
  return `${target.pathname}${target.search}${target.hash}`;
}
