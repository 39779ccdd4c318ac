// The access token: kept in memory only, renewed by the refresh cookie, one renewal at a time over all tabs.
// It does not know how a renewal is asked for (http.ts) nor who is signed in (session.ts).

export interface Grant {
  accessToken: string;
  /** Seconds from now. */
  expiresIn: number;
}

interface Held {
  token: string;
  expiresAt: number;
}

type Notice = ({ kind: 'granted' } & Held) | { kind: 'signed-in' } | { kind: 'signed-out' };

/** Renew this much earlier than the end, so that a request under way does not outlive its token. */
const MARGIN_MS = 10_000;
const NAME = 'mizan.session';

/** Whether asking for a token is worth a request: a visitor who never signed in here causes none. */
const hint = {
  get(): boolean {
    try {
      return localStorage.getItem(NAME) === '1';
    } catch {
      return true;
    }
  },
  set(signedIn: boolean): void {
    try {
      if (signedIn) localStorage.setItem(NAME, '1');
      else localStorage.removeItem(NAME);
    } catch {
      // Without storage every start asks once.
    }
  },
};

export class AccessToken {
  #held: Held | null = null;
  #renewal: Promise<string | null> | null = null;
  #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  #ask: () => Promise<Grant | null>;

  /** Called when another tab signs in or out, and when the server has ended the session. */
  onNotice: (kind: 'signed-in' | 'signed-out') => void = () => {};

  /** `ask` answers null when the server refuses, and throws when the server cannot be reached. */
  constructor(ask: () => Promise<Grant | null>) {
    this.#ask = ask;
    this.#channel?.addEventListener('message', (event: MessageEvent<Notice>) => {
      const notice = event.data;
      if (notice.kind === 'granted') {
        this.#held = { token: notice.token, expiresAt: notice.expiresAt };
        return;
      }
      if (notice.kind === 'signed-out') this.#held = null;
      this.onNotice(notice.kind);
    });
  }

  /** A token to send now, renewed when it is near its end; null when there is none to be had. */
  async get(): Promise<string | null> {
    if (this.#held && this.#held.expiresAt - MARGIN_MS > Date.now()) return this.#held.token;
    return hint.get() ? this.renew(this.#held?.token) : null;
  }

  /** Gets a token other than the refused one; callers at the same time share one request. */
  async renew(refused: string | undefined): Promise<string | null> {
    if (this.#held && this.#held.token !== refused) return this.#held.token;
    this.#renewal ??= this.#renewAlone(refused).finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renewAlone(refused: string | undefined): Promise<string | null> {
    const work = async (): Promise<string | null> => {
      // Another tab may have renewed while this one waited for its turn.
      if (this.#held && this.#held.token !== refused) return this.#held.token;
      const grant = await this.#ask();
      if (!grant) {
        const ended = this.#held !== null;
        this.forget();
        if (ended) this.onNotice('signed-out');
        return null;
      }
      this.accept(grant);
      return grant.accessToken;
    };
    const locks = globalThis.navigator?.locks;
    return locks ? locks.request(NAME, work) : work();
  }

  accept(grant: Grant): void {
    this.#held = { token: grant.accessToken, expiresAt: Date.now() + grant.expiresIn * 1000 };
    hint.set(true);
    this.#tell({ kind: 'granted', ...this.#held });
  }

  /** A provider's round trip has ended: the cookie may be there although nobody signed in on this page. */
  expect(): void {
    hint.set(true);
  }

  tellSignedIn(): void {
    this.#tell({ kind: 'signed-in' });
  }

  forget(): void {
    this.#held = null;
    hint.set(false);
    this.#tell({ kind: 'signed-out' });
  }

  #tell(notice: Notice): void {
    this.#channel?.postMessage(notice);
  }
}
