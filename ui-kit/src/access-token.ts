// The access token: stored in memory only, renewed with the refresh cookie, one renewal at a time across all tabs.
// This file does not know the refresh request (http.ts) nor the signed-in user (session.ts).
import type { components } from '@mizan/openapi/schema';
import { openChannel, takeTurn } from './tabs';

/** `expiresIn` is in seconds from now. */
export type Grant = Pick<components['schemas']['SignedIn'], 'accessToken' | 'expiresIn'> & { user?: { id: string } };

interface StoredToken {
  token: string;
  expiresAt: number;
  /** The account of the token. */
  person: string;
}

type Notice = ({ kind: 'granted' } & StoredToken) | { kind: 'signed-in' } | { kind: 'signed-out' };

/** Renew this much earlier than the end, so that a request under way does not outlive its token. */
const MARGIN_MS = 10_000;
/** Milliseconds that another tab's message may take to arrive after that tab released the lock. */
const WORD_MS = 300;
const NAME = 'mizan.session';

/** Whether a session may exist. Without it no refresh request is sent for visitors who never signed in here. */
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
      // Without storage every start sends one refresh request.
    }
  },
};

export class AccessToken {
  #current: StoredToken | null = null;
  #renewal: Promise<string | null> | null = null;
  #onMessage: () => void = () => {};
  #channel = openChannel(NAME);
  #refresh: () => Promise<Grant | null>;

  /** Called when another tab signs in or out, and when the server has ended the session. */
  onNotice: (kind: 'signed-in' | 'signed-out') => void = () => {};

  /** `refresh` returns null when the server rejects the cookie, and throws when the server is unreachable. */
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

  /** Returns a valid token, renewed shortly before it expires; null without a session. */
  async get(): Promise<string | null> {
    if (this.#current && this.#current.expiresAt - MARGIN_MS > Date.now()) return this.#current.token;
    return hint.get() ? this.renew(this.#current?.token) : null;
  }

  /** As `get`, and after a rejected token as `renew`; null when another user has signed in meanwhile, in any tab. */
  async getFor(person: string, refused?: string): Promise<string | null> {
    const token = refused === undefined ? await this.get() : await this.renew(refused);
    return token !== null && this.#current?.token === token && this.#current.person === person ? token : null;
  }

  /** Gets a token other than the rejected one; concurrent callers share one request. */
  async renew(refused: string | undefined): Promise<string | null> {
    const other = this.#other(refused);
    if (other) return other;
    this.#renewal ??= this.#renewAlone(refused).finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renewAlone(refused: string | undefined): Promise<string | null> {
    const first = await takeTurn(NAME, async (turn) => (turn ? { token: await this.#refreshUnless(refused) } : null), {
      ifAvailable: true,
    });
    if (first) return first.token;
    // Another tab is refreshing. Its token may arrive a moment after it released the lock.
    return takeTurn(NAME, async () => {
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

  /** Returns a token other than the rejected one, which another tab may have received. */
  #other(refused: string | undefined): string | undefined {
    return this.#current && this.#current.token !== refused ? this.#current.token : undefined;
  }

  /** Resolves with the next message of another tab, or after `WORD_MS`. */
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

  /** Records that a session may exist: after a provider's redirect the cookie is set without a sign-in on this page. */
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
