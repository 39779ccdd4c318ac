// The access token: kept in memory only, renewed by the refresh cookie, one renewal at a time over all tabs.
// It does not know how a renewal is asked for (http.ts) nor who is signed in (session.ts).
import type { components } from '@mizan/openapi/schema';

/** `expiresIn` is in seconds from now. */
export type Grant = Pick<components['schemas']['SignedIn'], 'accessToken' | 'expiresIn'> & { user?: { id: string } };

interface StoredToken {
  token: string;
  expiresAt: number;
  /** The account that it is for. */
  person: string;
}

type Notice = ({ kind: 'granted' } & StoredToken) | { kind: 'signed-in' } | { kind: 'signed-out' };

/** Renew this much earlier than the end, so that a request under way does not outlive its token. */
const MARGIN_MS = 10_000;
/** How long another tab's word may take to arrive here, once that tab has let go of its turn. */
const WORD_MS = 300;
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
  #current: StoredToken | null = null;
  #renewal: Promise<string | null> | null = null;
  #onMessage: () => void = () => {};
  #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  #refresh: () => Promise<Grant | null>;

  /** Called when another tab signs in or out, and when the server has ended the session. */
  onNotice: (kind: 'signed-in' | 'signed-out') => void = () => {};

  /** `ask` answers null when the server refuses, and throws when the server cannot be reached. */
  constructor(refresh: () => Promise<Grant | null>) {
    this.#refresh = refresh;
    this.#channel?.addEventListener('message', (event: MessageEvent<Notice>) => {
      const notice = event.data;
      if (notice.kind === 'granted') {
        this.#current = { token: notice.token, expiresAt: notice.expiresAt, person: notice.person };
        this.#onMessage();
        return;
      }
      if (notice.kind === 'signed-out') this.#current = null;
      this.#onMessage();
      this.onNotice(notice.kind);
    });
  }

  /** A token to send now, renewed when it is near its end; null when there is none to be had. */
  async get(): Promise<string | null> {
    if (this.#current && this.#current.expiresAt - MARGIN_MS > Date.now()) return this.#current.token;
    return hint.get() ? this.renew(this.#current?.token) : null;
  }

  /** As `get` and, once a token was refused, as `renew`: null when another person has signed in meanwhile, in any tab. */
  async getFor(person: string, refused?: string): Promise<string | null> {
    const token = refused === undefined ? await this.get() : await this.renew(refused);
    return token !== null && this.#current?.token === token && this.#current.person === person ? token : null;
  }

  /** Gets a token other than the refused one; callers at the same time share one request. */
  async renew(refused: string | undefined): Promise<string | null> {
    const other = this.#other(refused);
    if (other) return other;
    this.#renewal ??= this.#renewAlone(refused).finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renewAlone(refused: string | undefined): Promise<string | null> {
    const locks = globalThis.navigator?.locks;
    if (!locks) return this.#refreshUnless(refused);
    const first = await locks.request(NAME, { ifAvailable: true }, async (turn) =>
      turn ? { token: await this.#refreshUnless(refused) } : null,
    );
    if (first) return first.token;
    // Another tab is at it. What it got may arrive a moment after its turn is over.
    return locks.request(NAME, async () => {
      if (!this.#other(refused)) await this.#nextMessage();
      return hint.get() ? this.#refreshUnless(refused) : null;
    });
  }

  async #refreshUnless(refused: string | undefined): Promise<string | null> {
    const other = this.#other(refused);
    if (other) return other;
    const grant = await this.#refresh();
    if (!grant) {
      const ended = this.#current !== null;
      this.forget();
      if (ended) this.onNotice('signed-out');
      return null;
    }
    this.accept(grant);
    return grant.accessToken;
  }

  /** A token that is not the refused one, as another tab may have got it by now. */
  #other(refused: string | undefined): string | undefined {
    return this.#current && this.#current.token !== refused ? this.#current.token : undefined;
  }

  /** Until another tab says something, or has nothing to say. */
  #nextMessage(): Promise<void> {
    return new Promise((resolve) => {
      this.#onMessage = resolve;
      setTimeout(resolve, WORD_MS);
    });
  }

  accept(grant: Grant): void {
    this.#current = {
      token: grant.accessToken,
      expiresAt: Date.now() + grant.expiresIn * 1000,
      person: grant.user?.id ?? '',
    };
    hint.set(true);
    this.#broadcast({ kind: 'granted', ...this.#current });
  }

  /** A provider's round trip has ended: the cookie may be there although nobody signed in on this page. */
  expect(): void {
    hint.set(true);
  }

  broadcastSignedIn(): void {
    this.#broadcast({ kind: 'signed-in' });
  }

  forget(): void {
    this.#current = null;
    hint.set(false);
    this.#broadcast({ kind: 'signed-out' });
  }

  #broadcast(notice: Notice): void {
    this.#channel?.postMessage(notice);
  }
}
