// What an attempt to send comes to.

export type Outcome =
  /** Not answered, or an answer that another attempt may change: it waits, and so does all that comes after it. */
  | 'later'
  /** The session is over: it waits for the person to sign in. */
  | 'signed-out'
  /** The server will not take it: the user sees the reason, and later rows are sent. */
  | 'refused';

/** No answer, too early, too often, and what proxies and a server without its database say. */
const LATER: ReadonlySet<number> = new Set([0, 408, 425, 429, 502, 503, 504, 507]);

/** How often the server may fail at one estimate before the others go on without it. */
export const MOST_FAILURES = 3;

/** `status` is 0 without an answer; `failures` counts this one, too. */
export function outcomeOf(status: number, failures: number): Outcome {
  if (status === 401) return 'signed-out';
  if (LATER.has(status)) return 'later';
  return status >= 500 && failures < MOST_FAILURES ? 'later' : 'refused';
}

/** Whether an attempt counts as one at which the server failed: without a response the cause is unknown. */
export const isFailure = (status: number): boolean => status >= 500 && !LATER.has(status);

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

/** How long to wait before the next attempt, in milliseconds: twice as long each time, or as long as the server asks. */
export function pauseAfter(attempts: number, retryAfter: number | undefined): number {
  const pause = Math.min(FIRST_PAUSE * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE);
  return Math.max(pause, (retryAfter ?? 0) * 1000);
}
