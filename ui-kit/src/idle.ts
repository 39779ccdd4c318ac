// Defers work until the first screen is rendered and the browser is idle.

/** In milliseconds since the page was opened: by then the first screen has loaded what it needs. */
const FIRST_SCREEN = 2500;
/** The maximum wait for an idle moment, in milliseconds. */
const LONGEST = 3000;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Resolves when the first screen is rendered and the browser is idle. */
export async function idle(): Promise<void> {
  await pause(Math.max(0, FIRST_SCREEN - performance.now()));
  if (typeof requestIdleCallback !== 'function') return;
  await new Promise<void>((done) => {
    requestIdleCallback(() => done(), { timeout: LONGEST });
  });
}

/**
 * Runs `work` when idle, and where it fails again whenever the network is back. Returns the function that cancels it.
 */
export function whenIdle(work: () => void | Promise<unknown>): () => void {
  let cancelled = false;
  const attempt = async (): Promise<void> => {
    if (cancelled) return;
    try {
      await work();
    } catch {
      if (!cancelled) addEventListener('online', attempt, { once: true });
    }
  };
  void idle().then(attempt);
  return () => {
    cancelled = true;
    removeEventListener('online', attempt);
  };
}
