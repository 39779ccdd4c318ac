// The access token: kept in memory only, renewed by the refresh cookie, one renewal at a time over all tabs.
// It does not know how a renewal is asked for (http.ts) nor who is signed in (session.ts).
import type { components } from '@mizan/openapi/schema';

/** `expiresIn` is in seconds from now. */
export type Grant = Pick<components['schemas']['SignedIn'], 'accessToken' | 'expiresIn'> & { user?: { id: string } };

interface Held {
  token: string;
  expiresAt: number;
  /** The account that it is for. */
  person: string;
}

type Notice = ({ kind: 'granted' } & Held) | { kind: 'signed-in' } | { kind: 'signed-out' };

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
  #held: Held | null = null;
  #renewal: Promise<string | null> | null = null;
  #heard: () => void = () => {};
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
        this.#held = { token: notice.token, expiresAt: notice.expiresAt, person: notice.person };
        this.#heard();
        return;
      }
      if (notice.kind === 'signed-out') this.#held = null;
      this.#heard();
      this.onNotice(notice.kind);
    });
  }

  /** A token to send now, renewed when it is near its end; null when there is none to be had. */
  async get(): Promise<string | null> {
    if (this.#held && this.#held.expiresAt - MARGIN_MS > Date.now()) return this.#held.token;
    return hint.get() ? this.renew(this.#held?.token) : null;
  }

  /** As `get` and, once a token was refused, as `renew`: null when another person has signed in meanwhile, in any tab. */
  async getFor(person: string, refused?: string): Promise<string | null> {
    const token = refused === undefined ? await this.get() : await this.renew(refused);
    return token !== null && this.#held?.token === token && this.#held.person === person ? token : null;
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
    if (!locks) return this.#askFor(refused);
    const first = await locks.request(NAME, { ifAvailable: true }, async (turn) =>
      turn ? { token: await this.#askFor(refused) } : null,
    );
    if (first) return first.token;
    // Another tab is at it. What it got may arrive a moment after its turn is over.
    return locks.request(NAME, async () => {
      if (!this.#other(refused)) await this.#word();
      return hint.get() ? this.#askFor(refused) : null;
    });
  }

  async #askFor(refused: string | undefined): Promise<string | null> {
    const other = this.#other(refused);
    if (other) return other;
    const grant = await this.#ask();
    if (!grant) {
      const ended = this.#held !== null;
      this.forget();
      if (ended) this.onNotice('signed-out');
      return null;
    }
    this.accept(grant);
    return grant.accessToken;
  }

  /** A token that is not the refused one, as another tab may have got it by now. */
  #other(refused: string | undefined): string | undefined {
    return this.#held && this.#held.token !== refused ? this.#held.token : undefined;
  }

  /** Until another tab says something, or has nothing to say. */
  #word(): Promise<void> {
    return new Promise((resolve) => {
      this.#heard = resolve;
      setTimeout(resolve, WORD_MS);
    });
  }

  accept(grant: Grant): void {
    this.#held = {
      token: grant.accessToken,
      expiresAt: Date.now() + grant.expiresIn * 1000,
      person: grant.user?.id ?? '',
    };
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
