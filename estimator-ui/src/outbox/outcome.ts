// The outcome of an attempt to send a row.

export type Outcome =
  /** No response, or one that a retry may change: this row and all after it wait. */
  | 'later'
  /** The session has ended: the row waits until the user signs in. */
  | 'signed-out'
  /** The server rejects it: the user sees the reason, and later rows are sent. */
  | 'refused';

/** No response, too early, too many requests, and responses of proxies and of a server without its database. */
const LATER: ReadonlySet<number> = new Set([0, 408, 425, 429, 502, 503, 504, 507]);

/** After this many server errors for one row, the later rows are sent without it. */
export const MOST_FAILURES = 3;

/** `status` is 0 without a response; `failures` includes this attempt. */
export function outcomeOf(status: number, failures: number): Outcome {
  if (status === 401) return 'signed-out';
  if (LATER.has(status)) return 'later';
  return status >= 500 && failures < MOST_FAILURES ? 'later' : 'refused';
}

/** Whether an attempt counts as a server error; without a response the cause is unknown. */
export const isFailure = (status: number): boolean => status >= 500 && !LATER.has(status);

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

/** The pause before the next attempt in milliseconds: doubled each time, or as long as the server requests. */
export function pauseAfter(attempts: number, retryAfter: number | undefined): number {
  const pause = Math.min(FIRST_PAUSE * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE);
  return Math.max(pause, (retryAfter ?? 0) * 1000);
}
