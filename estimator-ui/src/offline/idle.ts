// When the screen is drawn and nothing else is under way.

/** In milliseconds, where a browser does not say when it is idle. */
const SOON = 1500;

/** Runs `work` then; the answer takes it back. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: 2 * SOON });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, SOON);
  return () => clearTimeout(id);
}

/** Resolves then. */
export const idle = (): Promise<void> => new Promise((done) => void whenIdle(done));
